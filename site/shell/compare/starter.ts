// All the script that a page loads to compare with a reader's machine, until a record is chosen or dropped, or one is kept.
import address from 'virtual:drawing';
import { keptSubjects } from './flag.ts';

type Drawing = typeof import('./drawing.ts');

const section = document.querySelector<HTMLElement>('[data-compare]');
const input = section?.querySelector('input');

/** Loads what draws records, and has it draw those that are kept, with these besides. */
async function start(files: readonly File[]): Promise<void> {
  let drawing: Drawing;
  try {
    drawing = (await import(/* @vite-ignore */ address!)) as Drawing;
  } catch {
    section!.querySelector('[data-says]')!.textContent = 'What draws records could not be loaded. Try again.';
    return;
  }
  await drawing.start(section!, files);
}

if (section && input) {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    // The same file may be chosen again.
    input.value = '';
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
  const kept = keptSubjects();
  const { finding } = section.dataset;
  if (finding === undefined ? kept.length > 0 : kept.includes(finding)) void start([]);
}
