/** Asks this browser when its reader wants to know, and marks what it answers otherwise than the table. */
import { Parts } from '@/kit/lab/parts';
import { appendMarkup, setMarkup } from '@/kit/set-markup';
import { addKeyframes } from '../stage';
import { askAll, nextFrame } from './probes';
import { differing, rowsOf, summary, tableOf, type MatrixData } from './table';

/** Rows that are laid out in a frame: all at once take longer than a reader should wait for an answer. */
const IN_A_FRAME = 20;

export function attach(root: HTMLElement): Promise<void> {
  const parts = new Parts(root);
  const data = JSON.parse(parts.part('matrix').textContent) as MatrixData;
  const { rows, columns } = data;
  const [ask, all] = [parts.part<HTMLButtonElement>('ask'), parts.part<HTMLInputElement>('all')];
  const [said, answers] = [parts.part('said'), parts.part('answers')];
  let found: readonly string[] = [];

  let drawn = 0;
  const show = async () => {
    const mine = ++drawn;
    // Where this browser, or an engine, is not as specified.
    const special = columns.flatMap((_, column) =>
      differing(rows, column === 0 ? found : rows.map((row) => row.answers[column]!), 0),
    );
    const some = [...new Set(special)].sort((one, other) => one - other);
    const shown = all.checked ? rows.map((_, index) => index) : some;
    const html = rowsOf(data, found, shown);
    setMarkup(answers, tableOf(data, html.splice(0, IN_A_FRAME)));
    answers.hidden = shown.length === 0;
    while (html.length > 0) {
      await nextFrame();
      if (mine !== drawn) return;
      appendMarkup(answers.querySelector('tbody')!, html.splice(0, IN_A_FRAME).join(''));
    }
  };
  ask.addEventListener('click', () => {
    if (root.dataset['state'] === 'busy') return;
    root.dataset['state'] = 'busy';
    addKeyframes();
    askAll(rows, (share) => (said.textContent = `Asking: ${Math.round(100 * share)}%`))
      .then(
        (letters) => {
          found = letters;
          said.textContent = summary(data, found);
          all.disabled = false;
          return show();
        },
        (problem: unknown) => (said.textContent = `This browser could not be asked: ${String(problem)}`),
      )
      .finally(() => {
        // A dialog that is shown takes the focus.
        ask.focus({ preventScroll: true });
        root.dataset['state'] = 'idle';
      });
  });
  all.addEventListener('change', () => void show());
  for (const controls of parts.all<HTMLFieldSetElement>('[data-controls]')) controls.disabled = false;
  root.dataset['state'] = 'idle';
  return Promise.resolve();
}
