import { expect, test } from 'vitest';
import { classes, drawn, html } from './markup.ts';

const written = (markup: ReturnType<typeof html>) => String(markup);

test('what is put into a template is text, unless it is markup', () => {
  const hostile = `"'><script>alert(1)</script>`;
  const text = "&quot;'&gt;&lt;script&gt;alert(1)&lt;/script&gt;";
  expect(written(html`<p title="${hostile}">${hostile}</p>`)).toBe(`<p title="${text}">${text}</p>`);
  expect(written(html`<p>${html`<b>${1}</b>`}${drawn('<svg></svg>')}</p>`)).toBe('<p><b>1</b><svg></svg></p>');
});

test('lists stand one after another, and what is not there leaves nothing', () => {
  expect(written(html`<p>${[1, [html`<i></i>`, false], null, undefined]}</p>`)).toBe('<p>1<i></i></p>');
});

test('line breaks of the source vanish, but where they part words or attributes', () => {
  const words = html`
    <p>
      run of
      ${'394 s'}
      on
      <b>it</b>
      ${html`<i></i>`}
    </p>
  `;
  expect(written(words)).toBe('<p>run of 394 s on <b>it</b><i></i></p>');
  const name = 'x';
  expect(
    written(html`
      <p
        class="a"
        id="${name}"
      >
        one
        two ${name}
        <b>three</b>
      </p>
    `),
  ).toBe('<p class="a" id="x" >one two x<b>three</b></p>');
});

test('classes are those that hold', () => {
  expect(written(html`<p${classes('a', false, undefined, 'b')}></p>`)).toBe('<p class="a b"></p>');
  expect(written(html`<p${classes(false)}></p>`)).toBe('<p></p>');
});
