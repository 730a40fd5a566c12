// What the engines are asked. Each function gives its answer, or a promise of it.
/* eslint-disable @typescript-eslint/no-unused-vars -- the experiment calls them by their names */

/** Two frames, after which a change is drawn. */
const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** An element with these styles, in another one. */
function element(parent, style, name = 'div') {
  const made = document.createElement(name);
  made.style.cssText = style;
  return parent.appendChild(made);
}

/** Opens an element in the top layer, and nothing else with it. */
function show(one) {
  one.popover = 'manual';
  one.showPopover();
}

/** The middle of what an element occupies. */
function middle(of) {
  const { left, top, width, height } = of.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Removes what was drawn before, and says how pages look. */
function clear(style = '') {
  document.documentElement.style.cssText = '';
  document.head.replaceChildren(Object.assign(document.createElement('style'), { textContent: style }));
  document.body.replaceChildren();
  document.body.style.cssText = 'margin: 0';
}

/**
 * Of each tree, its boxes from the bottom to the top, and how many are not on the square.
 *
 * @param {[number, string, boolean][][]} trees of each box, its parent's index (-1 is the stage), its style, and whether it is opened
 *   in the top layer
 */
function orders(stage, side, probe, trees) {
  clear();
  return trees.map((boxes) => {
    const around = element(document.body, `${stage}; left: 0; top: 0`);
    const made = [];
    for (const [parent, style] of boxes) made.push(element(parent < 0 ? around : made[parent], style));
    for (const [index, [, , isOpen]] of boxes.entries()) if (isOpen) show(made[index]);
    const from = document.elementsFromPoint(probe, probe).reverse();
    const order = from.map((one) => made.indexOf(one)).filter((index) => index >= 0);
    const off = made.filter((one) => middle(one).some((at) => Math.abs(at - side / 2) > 0.01)).length;
    around.remove();
    return { order, off };
  });
}

/** Whether one element lies over another at a point; undefined where one of them is not there. */
function over([x, y], upper, lower) {
  const there = document.elementsFromPoint(x, y);
  const [above, below] = [there.indexOf(upper), there.indexOf(lower)];
  return above < 0 || below < 0 ? undefined : above < below;
}

/** What a declaration stands on, in `parent`. */
function declare(parent, on, css) {
  const size = 'width: 60px; height: 40px; ';
  if (on === 'inline') {
    const span = element(parent, `font-size: 20px; line-height: 40px; padding: 0 10px; ${css}`, 'span');
    span.textContent = 'x';
    return span;
  }
  if (on === 'dialog') {
    const dialog = element(parent, `${size} inset: auto; margin: 0; padding: 0; border: 0`, 'dialog');
    dialog.show();
    return dialog;
  }
  if (on === 'popover') {
    const popover = element(parent, `${size} margin: 0; padding: 0; border: 0; overflow: visible`);
    // In the top layer it has no place of its own in the flow.
    const { left, top } = popover.getBoundingClientRect();
    popover.style.inset = `${top}px auto auto ${left}px`;
    show(popover);
    return popover;
  }
  if (on === 'cell' || on === 'row') {
    const table = element(parent, 'border-spacing: 0', 'table');
    const row = element(element(table, '', 'tbody'), on === 'row' ? css : '', 'tr');
    const cell = element(row, `${size} padding: 0; ${on === 'cell' ? css : ''}`, 'td');
    return on === 'row' ? row : cell;
  }
  const container = { 'flex-item': 'display: flex', 'grid-item': 'display: grid; justify-items: start' }[on];
  return element(container === undefined ? parent : element(parent, container), size + css);
}

/** What content lies in, and hit tests find: of a row its cell. */
const inside = (one) => (one instanceof HTMLTableRowElement ? one.cells[0] : one);

/**
 * The answers to the five questions for each row; null where the engine does not know a declaration of it.
 *
 * @param {{ on: string, css: string, pairs: [string, string][] }[]} rows
 */
async function matrix(keyframes, rows) {
  const answers = [];
  for (const { on, css, pairs } of rows) {
    if (!pairs.every(([property, value]) => CSS.supports(property, value))) {
      answers.push(null);
      continue;
    }
    clear(keyframes);
    const stage = (top, style) =>
      element(document.body, `position: absolute; left: 0; top: ${top}px; width: 200px; ${style}`);
    // A child with z-index -1 stays above the block around only if the declaration makes a context.
    const around = element(stage(0, 'isolation: isolate'), 'padding: 20px; height: 120px; background: #eee');
    const it = declare(around, on, css);
    const negative = element(
      inside(it),
      'position: relative; z-index: -1; display: inline-block; width: 10px; height: 10px; background: red',
    );
    // It lifts if it covers a positioned box that comes before.
    const lifting = stage(200, 'isolation: isolate');
    const before = element(lifting, 'position: relative; height: 160px; margin-bottom: -160px; background: #eee');
    const lifted = declare(lifting, on, css);
    // It is over inline content if it covers some that comes later.
    const inlining = stage(0, 'isolation: isolate; left: 220px');
    const early = declare(element(inlining, 'display: flow-root; height: 0'), on, css);
    const later = element(inlining, 'display: inline-block; width: 180px; height: 160px; background: #eee');
    // It contains what is placed at 0, 0 and then lies at its own corner instead of the page's.
    const far = element(document.body, 'padding: 380px 0 0 300px');
    const containing = declare(far, on, css);
    const held = ['absolute', 'fixed'].map((position) =>
      element(inside(containing), `position: ${position}; left: 0; top: 0; width: 10px; height: 10px`),
    );
    await frames();
    const contains = held.map((child) => {
      const [[x, y], [left, top]] = [middle(child), middle(containing)];
      const { width, height } = containing.getBoundingClientRect();
      return Math.abs(x - left) <= width && Math.abs(y - top) <= height;
    });
    answers.push([
      over(middle(negative), negative, around),
      over(middle(lifted), inside(lifted), before),
      over(middle(early), inside(early), later),
      ...contains,
    ]);
  }
  clear();
  return answers;
}

/** Elements of pages, by the names of their boxes. */
const TAGS = {
  image: 'img',
  dialog: 'dialog',
  thead: 'thead',
  tr: 'tr',
  th: 'th',
  tbody: 'tbody',
  row: 'tr',
  td: 'td',
};

/** A picture of one colour. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><rect width="200" height="120" fill="blue"/></svg>')}`;

/**
 * Draws the published page, or that of a toast, of a table's header, of a body's background or of depth; answers the names of what lies in
 * the middle of the banner, the toast, the header, the child or what is nearer, from the top, and that point.
 *
 * @param {[string, number, string, boolean][]} boxes of each box, its name, its parent's index (-1 is the page), its style, and whether
 *   it is opened in the top layer: a dialog as a modal one
 */
async function page(boxes) {
  clear('body { background: white } img { display: inline-block }');
  // In place of the browser's own style sheet.
  const plain = 'inset: auto; margin: 0; border: 0; padding: 0; overflow: visible; max-width: none; max-height: none';
  const layout = {
    card: 'width: 200px; height: 120px; margin: 20px',
    banner: 'left: 40px; top: 40px; width: 80px; height: 20px; background: rgb(200, 0, 0)',
    child: 'height: 20px; background: rgb(0, 160, 0)',
    image: 'width: 200px; height: 120px',
    header: 'width: 200px; height: 120px; margin: -140px 20px 0; background: rgb(0, 160, 0)',
    toast: `${plain}; left: 40px; top: 40px; width: 80px; height: 20px; background: rgb(200, 0, 0)`,
    space: 'width: 200px; height: 40px',
    near: 'width: 80px; height: 40px; background: rgb(200, 0, 0)',
    late: 'width: 80px; height: 40px; margin-top: -40px; background: rgb(0, 160, 0)',
    box: 'width: 200px; height: 100px',
    th: 'padding: 0; width: 100px; height: 40px; background: rgb(200, 0, 0)',
    td: 'padding: 0; height: 300px; vertical-align: top',
    text: 'height: 300px; background: rgb(0, 160, 0)',
    dialog: `${plain}; left: 20px; top: 20px; width: 200px; height: 120px; background: rgb(0, 160, 0)`,
  };
  let table;
  const isCanvas = boxes.some(([name]) => name === 'paint');
  const made = [];
  for (const [name, parent, style, isOpen] of boxes) {
    // The page's own elements, whichever of them paints.
    const own = isCanvas && [document.documentElement, document.body][made.length];
    if (own) {
      const colour = own === document.body ? 'rgb(200, 0, 0)' : name === 'html' ? 'white' : 'transparent';
      own.style.cssText = `margin: 0; min-height: 200px; background: ${colour}; ${style}`;
      made.push(own);
      continue;
    }
    const tag = TAGS[name] ?? 'div';
    let around = parent < 0 ? document.body : made[parent];
    if (tag === 'thead') table = element(around, 'border-spacing: 0', 'table');
    if (['thead', 'tbody'].includes(tag)) around = table;
    made.push(element(around, `${layout[name]}; ${style}`, tag));
    if (tag === 'img') {
      made.at(-1).src = PICTURE;
      await made.at(-1).decode();
    }
    // Whatever lies in it opens with it, or later.
    if (tag === 'dialog') made.at(-1)[isOpen ? 'showModal' : 'show']();
    else if (isOpen) show(made.at(-1));
  }
  // The text then lies under its header.
  if (table) table.parentElement.scrollTop = 100;
  await frames();
  const at = middle(
    made[boxes.findIndex(([name]) => ['banner', 'toast', 'th', 'near', isCanvas && 'child'].includes(name))],
  );
  const there = document.elementsFromPoint(...at).map((one) => made.indexOf(one));
  await new Promise((done) => setTimeout(done, 300));
  return { at, names: there.filter((index) => index >= 0).map((index) => boxes[index][0]) };
}

/** Where absolute boxes lie: [left, top] with html's margin of 50px, and with offsets on no axis, on one, on both. */
async function absolute() {
  clear();
  document.documentElement.style.margin = '50px';
  const corner = element(document.body, 'position: absolute; left: 0; top: 0; width: 10px; height: 10px');
  const place = (of) => {
    const { left, top } = of.getBoundingClientRect();
    return [left + scrollX, top + scrollY];
  };
  const initial = place(corner);
  clear();
  const flow = element(document.body, 'padding: 30px 0 0 40px');
  const offsets = ['', 'left: 7px', 'top: 9px', 'left: 7px; top: 9px'].map((style) => {
    const box = element(flow, `position: absolute; width: 10px; height: 10px; ${style}`);
    const found = place(box);
    box.remove();
    return found;
  });
  clear();
  return { initial, offsets };
}

/** Draws swatches in two rows, the second one with the filter; answers the middle of each. */
async function swatches(filter, colours) {
  clear();
  const made = ['none', filter].map((one, row) =>
    colours.map((colour, column) =>
      element(
        document.body,
        `position: absolute; left: ${column * 20}px; top: ${row * 20}px; width: 20px; height: 20px; background: ${colour}; filter: ${one}`,
      ),
    ),
  );
  await frames();
  await new Promise((done) => setTimeout(done, 300));
  return made.map((row) => row.map(middle));
}
