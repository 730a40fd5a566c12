/** The matrix, asked of this browser: what each declaration of the table does to the element that has it. */
import type { OnName } from '@/wasm-pkg/stacking-context/models.js';

/** A row of the table, as the model has it. */
export interface Row {
  css: string;
  /** The kind of element that has the declaration. */
  on: OnName;
  /** The answers by each column: a letter for each question. */
  answers: readonly string[];
}

/** What is asked, in the order of the letters. */
const QUESTIONS = ['context', 'lifts', 'over-inline', 'contains-absolute', 'contains-fixed'] as const;
type Question = (typeof QUESTIONS)[number];

/** The room of a probe, and how far one is from the next, in pixels. */
const [WIDE, HIGH, GAP] = [60, 40, 4];
/** How far from its stage's corner stands what may contain others. */
const FAR = 200;
/** Time in which animations of a millisecond are over. */
const OVER_MS = 60;
/** Rows that are asked about at once, so that no task takes long: each probe has layers of its own to be drawn. */
const AT_ONCE = 8;

interface Probe {
  stage: HTMLElement;
  /** The element that has the declarations. */
  subject: HTMLElement;
  /** Whether they do it, asked once the stage is in the page. */
  answer: () => boolean;
}

function element(name: string, css: string, inside?: HTMLElement): HTMLElement {
  const made = document.createElement(name);
  made.style.cssText = css;
  inside?.append(made);
  return made;
}

/** The element that has the declarations, in whatever it needs around it. */
function subjectOf({ css, on }: Row, around: HTMLElement): HTMLElement {
  const size = 'width: 30px; height: 20px';
  switch (on) {
    case 'inline': {
      const made = element('span', `font-size: 12px; line-height: 20px; padding: 0 6px; ${css}`, around);
      made.textContent = 'x';
      return made;
    }
    case 'dialog':
      return element('dialog', `${size}; inset: auto; margin: 0; padding: 0; border: 0`, around);
    case 'popover': {
      // Nothing around hides what is in the top layer.
      const plain = 'margin: 0; padding: 0; border: 0; overflow: visible; background: none';
      return element('div', `${size}; ${plain}`, around);
    }
    case 'cell':
    case 'row': {
      const table = element('table', 'border-spacing: 0', around);
      const made = element('tr', on === 'row' ? css : '', element('tbody', '', table));
      const cell = element('td', `${size}; padding: 0; ${on === 'cell' ? css : ''}`, made);
      return on === 'row' ? made : cell;
    }
    case 'flex-item':
      return element('div', `${size}; ${css}`, element('div', 'display: flex', around));
    case 'grid-item':
      return element('div', `${size}; ${css}`, element('div', 'display: grid; justify-items: start', around));
    case 'block':
      return element('div', `${size}; ${css}`, around);
  }
}

/** A stage of its own: a context that contains fixed boxes, too. */
const newStage = (): HTMLElement =>
  element(
    'div',
    `position: absolute; width: ${WIDE}px; height: ${HIGH}px; transform: translate(0); font-size: 0; line-height: 0`,
  );

/** With room around what is in it: a path moves a box by half its size. */
const PADDED = `box-sizing: border-box; height: ${HIGH}px; padding: 10px 15px`;

function middleOf(one: Element): [x: number, y: number] {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Whether an element is over another where its own middle is. */
function isOver(upper: Element, lower: Element): boolean {
  const there = document.elementsFromPoint(...middleOf(upper));
  const [above, below] = [there.indexOf(upper), there.indexOf(lower)];
  return above >= 0 && (below < 0 || above < below);
}

/** The element that content lies in and hit tests find: of a row its cell. */
const insideOf = (subject: HTMLElement): HTMLElement =>
  subject instanceof HTMLTableRowElement ? subject.cells[0]! : subject;

const PROBES: Readonly<Record<Question, (row: Row) => Probe>> = {
  /** A child below zero stays over the block around, which makes no context. */
  context(row) {
    const stage = newStage();
    const around = element('div', PADDED, stage);
    const subject = subjectOf(row, around);
    const css = 'position: relative; z-index: -1; display: inline-block; width: 6px; height: 6px';
    const child = element('div', css, insideOf(subject));
    return { stage, subject, answer: () => isOver(child, around) };
  },
  /** The box is over a positioned box that comes before it. */
  lifts(row) {
    const stage = newStage();
    const before = element('div', `position: relative; height: ${HIGH}px; margin-bottom: -${HIGH}px`, stage);
    const subject = subjectOf(row, element('div', PADDED, stage));
    return { stage, subject, answer: () => isOver(insideOf(subject), before) };
  },
  /** The box is over inline content that comes later. */
  'over-inline'(row) {
    const stage = newStage();
    // A float or a box in the flow moves nothing that comes later.
    const subject = subjectOf(row, element('div', 'display: flow-root; height: 0', stage));
    const later = element('div', `display: inline-block; width: ${WIDE}px; height: ${HIGH}px`, stage);
    return { stage, subject, answer: () => isOver(insideOf(subject), later) };
  },
  'contains-absolute': (row) => containment(row, 'absolute'),
  'contains-fixed': (row) => containment(row, 'fixed'),
};

/** A child that is placed at a corner lies at the subject’s, far from the stage’s. */
function containment(row: Row, position: 'absolute' | 'fixed'): Probe {
  const stage = newStage();
  const subject = subjectOf(
    row,
    element('div', `box-sizing: border-box; padding: ${FAR}px 0 0 ${FAR}px; width: ${FAR + WIDE}px`, stage),
  );
  const child = element('div', `position: ${position}; top: 0; left: 0; width: 6px; height: 6px`, insideOf(subject));
  return {
    stage,
    subject,
    answer: () => {
      const [[x, y], [left, top]] = [middleOf(child), middleOf(subject)];
      const { width, height } = subject.getBoundingClientRect();
      return Math.abs(x - left) <= width && Math.abs(y - top) <= height;
    },
  };
}

/** Opens an element in the top layer, where it has no place of its own in the flow. */
function openInPlace(subject: HTMLElement): void {
  const { left, top } = subject.getBoundingClientRect();
  subject.style.inset = `${top}px auto auto ${left}px`;
  subject.popover = 'manual';
  subject.showPopover();
}

/** The next frame that is drawn. */
export const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Whether this browser knows the declarations. */
const isKnown = ({ css, on }: Row): boolean =>
  on === 'dialog' ||
  (on === 'popover' && 'popover' in HTMLElement.prototype) ||
  css.split('; ').every((one) => CSS.supports(one.split(': ')[0]!, one.split(': ').slice(1).join(': ')));

/**
 * Asks about every row: a letter for each question, or `-` for each where this browser does not know the declaration. The probes stand
 * over the page, unseen, a few rows at once.
 */
export async function askAll(rows: readonly Row[], tell: (share: number) => void): Promise<string[]> {
  // A dialog that is shown takes the focus, and would scroll what can be scrolled.
  const screen = element('div', 'position: fixed; inset: 0; z-index: 2147483647; opacity: 0; overflow: clip');
  screen.ariaHidden = 'true';
  document.body.append(screen);
  const [across, down] = [innerWidth / (WIDE + GAP), innerHeight / (HIGH + GAP)].map((room) =>
    Math.max(1, Math.floor(room)),
  );
  const atOnce = Math.max(1, Math.min(AT_ONCE, Math.floor((across! * down!) / QUESTIONS.length)));
  const found: string[] = [];
  try {
    for (let from = 0; from < rows.length; from += atOnce) {
      const batch = rows.slice(from, from + atOnce);
      const probes = batch
        .filter(isKnown)
        .flatMap((row) => QUESTIONS.map((question) => ({ ...PROBES[question](row), opens: row.on === 'popover' })));
      for (const [index, { stage }] of probes.entries()) {
        stage.style.left = `${(index % across!) * (WIDE + GAP)}px`;
        stage.style.top = `${Math.floor(index / across!) * (HIGH + GAP)}px`;
      }
      screen.replaceChildren(...probes.map(({ stage }) => stage));
      for (const { subject, opens } of probes)
        if (subject instanceof HTMLDialogElement) subject.show();
        else if (opens) openInPlace(subject);
      // What is drawn only once it is relevant is found a frame later, and animations are to end.
      await nextFrame();
      await new Promise((over) => setTimeout(over, OVER_MS));
      await nextFrame();
      const answers = probes.map(({ answer }) => (answer() ? 'y' : 'n'));
      for (const row of batch) {
        const own = isKnown(row) ? answers.splice(0, QUESTIONS.length) : QUESTIONS.map(() => '-');
        found.push(own.join(''));
      }
      tell(found.length / rows.length);
    }
  } finally {
    screen.remove();
  }
  return found;
}
