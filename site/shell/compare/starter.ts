// All the script that a page loads to compare machines, until a reader asks for it, or a comparison comes with the address or the tab.
import { choose, chosen } from './choice.ts';

const panel = document.querySelector<HTMLElement>('[data-compare]');

/** Loads what lays a record over the page, and has it show what is chosen, with these files besides. */
async function start(files: readonly File[] = []): Promise<void> {
  try {
    const { comparison } = await import('./comparison.ts');
    await comparison(panel!).start(files);
  } catch {
    panel!.querySelector('[data-says]')!.textContent = 'What compares machines could not be loaded. Try again.';
    panel!.showPopover();
  }
}

if (panel) {
  let invoker: Element | null = null;
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element) invoker = target.closest('[popovertarget="compare"]') ?? invoker;
  });
  panel.addEventListener('toggle', (event) => {
    if (event.newState !== 'open') return;
    void start();
    // Below what opened it, and within the page. It scrolls with it.
    const { left, bottom } = (invoker ?? document.documentElement).getBoundingClientRect();
    const room = document.documentElement.clientWidth - panel.offsetWidth;
    panel.style.left = `${Math.max(8, Math.min(left, room - 8)) + scrollX}px`;
    panel.style.top = `${bottom + 6 + scrollY}px`;
  });
  const takes = panel.querySelector('input[type="file"]') as HTMLInputElement;
  takes.addEventListener('change', () => {
    const files = [...(takes.files ?? [])];
    // The same file may be chosen again.
    takes.value = '';
    if (files.length > 0) void start(files);
  });
  // Anywhere on the page: else the browser would leave it, and show the file.
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void start(files);
  });
  const choice = chosen(panel.dataset['yours'] !== undefined);
  // Links go along from the beginning, before anything is drawn.
  if (choice.kind === 'machine') choose(choice);
  if (choice.kind !== 'none') void start();
}
