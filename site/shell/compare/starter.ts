// Loads the comparison of machines once a reader asks for it, or the address or the tab has one. The only script of it that every page
// loads.
import { choose, readChoice } from './choice.ts';
import type { Comparison } from './comparison.ts';

const panel = document.querySelector<HTMLElement>('[data-compare]');

/** Loads the comparison, and has it act. */
async function compare(act: (comparison: Comparison) => Promise<void>): Promise<void> {
  try {
    const { comparison } = await import('./comparison.ts');
    await act(comparison(panel!));
  } catch {
    panel!.querySelector('[data-says]')!.textContent = 'What compares machines could not be loaded. Try again.';
    panel!.showPopover();
  }
}

/** Adds files, and shows the choice. */
const start = (files: readonly File[] = []): Promise<void> => compare((comparison) => comparison.start(files));

if (panel) {
  let invoker: Element | null = null;
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element) invoker = target.closest('[popovertarget="compare"]') ?? invoker;
  });
  panel.addEventListener('toggle', (event) => {
    if (event.newState !== 'open') return;
    void start();
    // Positions the panel below its button, within the page. It scrolls with the page.
    const { left, bottom } = (invoker ?? document.documentElement).getBoundingClientRect();
    const room = document.documentElement.clientWidth - panel.offsetWidth;
    panel.style.left = `${Math.max(8, Math.min(left, room - 8)) + scrollX}px`;
    panel.style.top = `${bottom + 6 + scrollY}px`;
  });
  // Here, since a reader may choose while the comparison is still on its way.
  panel.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'with') return;
    const { value } = target;
    void compare((comparison) => comparison.choose(value));
  });
  const takes = panel.querySelector('input[type="file"]') as HTMLInputElement;
  takes.addEventListener('change', () => {
    const files = [...(takes.files ?? [])];
    // Lets the same file be readChoice again.
    takes.value = '';
    if (files.length > 0) void start(files);
  });
  // Files can be dropped anywhere on the page: else the browser would leave the page, and show the file.
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void start(files);
  });
  const choice = readChoice(panel.dataset['yours'] !== undefined);
  // Links get the machine at once, before anything is drawn.
  if (choice.kind === 'machine') choose(choice);
  if (choice.kind !== 'none') void start();
}
