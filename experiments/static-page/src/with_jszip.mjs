// A cover by JSZip, as a page's few lines would: `with_jszip.mjs MODULE OLD COVER NEW`. Declared by the rule of the book's version.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const [module_, old, cover, target] = process.argv.slice(2);
const { default: JSZip } = await import(pathToFileURL(module_).href);

async function main() {
  const book = await JSZip.loadAsync(fs.readFileSync(old));
  const container = await book.file('META-INF/container.xml').async('string');
  const name = container.match(/full-path="([^"]+)"/)[1];
  const text = await book.file(name).async('string');
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const mark = /<package[^>]* version="3/.test(text) ? ' properties="cover-image"' : '';
  const item = `<item id="new-cover" href="new-cover.png" media-type="image/png"${mark}/></manifest>`;
  const meta = '<meta name="cover" content="new-cover"/></metadata>';
  book.file(name, text.replace('</manifest>', item).replace('</metadata>', meta));
  book.file(`${folder}new-cover.png`, fs.readFileSync(cover));
  fs.writeFileSync(target, await book.generateAsync({ type: 'nodebuffer' }));
}

main().catch((error) => {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
});
