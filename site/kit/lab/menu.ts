/** Has an open menu close where a reader presses Escape, or goes elsewhere. */
export function closesItself(menu: HTMLDetailsElement): void {
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')!.focus();
  });
  const closeFrom = ({ target }: Event) => {
    if (!menu.contains(target as Node)) menu.open = false;
  };
  for (const going of ['pointerdown', 'focusin']) document.addEventListener(going, closeFrom);
}
