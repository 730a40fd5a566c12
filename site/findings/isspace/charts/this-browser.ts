/** Asks this browser what white space is, when its reader wants to know, and says whose set in the record that is. */
import { glyph } from '@/kit/chart/grammar';
import { formatCount } from '@/kit/chart/format';
import { nextTask } from '@/kit/lab/motion';
import {
  askCss,
  askHtml,
  askIntl,
  askLanguage,
  rangesOf,
  sameAs,
  type BrowserTest,
  type KnownSet,
} from './browser-space';

/** The tests and their answers, those about all of Unicode first. The others are asked about what somebody calls white space. */
export async function askAll(sets: readonly KnownSet[]): Promise<BrowserTest[]> {
  const language = await askLanguage(nextTask);
  const anyones = [...sets.flatMap(({ codePoints }) => codePoints), ...language.flatMap(({ spaces }) => spaces)];
  const some = [...new Set(anyones)].sort((a, b) => a - b);
  const intl = askIntl(some);
  return [...language, ...(intl ? [intl] : []), askCss(some), askHtml(some)];
}

function cell(name: 'th' | 'td', ...content: readonly (string | Node)[]): HTMLTableCellElement {
  const made = document.createElement(name);
  if (name === 'th') made.scope = 'row';
  made.append(...content);
  return made;
}

function code(text: string): HTMLElement {
  const made = document.createElement('code');
  made.textContent = text;
  return made;
}

function rowOf(test: BrowserTest, sets: readonly KnownSet[]): HTMLTableRowElement {
  const { name, means, spaces, asked } = test;
  const row = document.createElement('tr');
  const count = cell('td');
  // Nothing but a mark of the grammar.
  count.innerHTML = glyph('yours');
  count.append(` ${formatCount(spaces.length)} of ${formatCount(asked)}`);
  row.append(
    cell('th', code(name), means && `: ${means}`),
    count,
    cell('td', rangesOf(spaces)),
    cell('td', sameAs(test, sets)),
  );
  return row;
}

export async function attach(root: HTMLElement): Promise<void> {
  const part = <E extends HTMLElement>(name: string) => root.querySelector<E>(`[data-${name}]`)!;
  const sets = JSON.parse(part('sets').textContent ?? '[]') as KnownSet[];
  const button = part<HTMLButtonElement>('ask');
  button.addEventListener('click', () => {
    button.disabled = true;
    part('said').textContent = 'Asking about every character of Unicode…';
    askAll(sets)
      .then(
        (tests) => {
          part('tests').replaceChildren(...tests.map((test) => rowOf(test, sets)));
          part('answers').hidden = false;
          const sizes = new Set(tests.map(({ spaces }) => spaces.join()));
          part('said').textContent =
            `${tests.length} tests of this browser, ${formatCount(sizes.size)} different sets of characters.`;
        },
        (problem: unknown) => (part('said').textContent = `This browser could not be asked: ${String(problem)}`),
      )
      .finally(() => (button.disabled = false));
  });
  button.disabled = false;
  root.dataset['state'] = 'idle';
}
