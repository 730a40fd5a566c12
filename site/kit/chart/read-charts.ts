/**
 * Lets readers read charts point by point: each becomes one stop of the Tab key, and the reader's script is fetched once a pointer, a
 * finger or the keyboard comes to one. Listeners are on the document, so that charts drawn later work too.
 */

import { makeReadable } from './readable.ts';

const listening = new AbortController();
const { signal } = listening;
let latest: Event;
let fetching = false;

function loadReader(event: Event): void {
  if (!(event.target instanceof Element && event.target.closest('[data-read]'))) return;
  latest = event;
  if (fetching) return;
  fetching = true;
  import('./chart-reader.ts').then(
    ({ read }) => {
      listening.abort();
      read(latest);
    },
    // The next event tries again.
    () => (fetching = false),
  );
}

makeReadable(document);
for (const type of ['pointerover', 'focusin', 'click']) document.addEventListener(type, loadReader, { signal });
