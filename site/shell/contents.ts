// Marks the section being read in the table of contents, at most once a frame while the page scrolls.
const contents = document.querySelector<HTMLElement>('.mt-contents');
if (contents) follow(contents);

function follow(contents: HTMLElement): void {
  const list = contents.querySelector('ul')!;
  const shown = contents.querySelector('[data-current]')!;
  const sections = [...list.querySelectorAll('a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  let current: HTMLAnchorElement | undefined;
  let isWaiting = false;

  /** The section being read is the last whose heading has passed the upper quarter of the window. */
  const mark = (): void => {
    isWaiting = false;
    const line = window.innerHeight / 4;
    const passed = sections.filter(({ heading }) => heading.getBoundingClientRect().top <= line);
    const { link } = passed.at(-1) ?? sections[0]!;
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    shown.textContent = link.textContent;
    current = link;
  };
  const markSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(mark);
  };
  const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1));
  idle(mark);
  for (const event of ['scroll', 'resize']) window.addEventListener(event, markSoon, { passive: true });
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) list.hidePopover();
  });
}
