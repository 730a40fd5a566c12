/**
 * Lets readers read charts point by point: each becomes one stop of the Tab key, and what reads it is fetched once a pointer, a finger
 * or the keyboard comes to one. It listens to the whole page, so that what is drawn anew is read like what was built.
 */

import { makeReadable } from './readable.ts';

const listening = new AbortController();
const { signal } = listening;
let latest: Event;
let fetching = false;

function come(event: Event): void {
  if (!(event.target instanceof Element && event.target.closest('[data-read]'))) return;
  latest = event;
  if (fetching) return;
  fetching = true;
  import('./chart-reader.ts').then(
    ({ read }) => {
      listening.abort();
      read(latest);
    },
    // It is tried again with whatever comes next.
    () => (fetching = false),
  );
}

makeReadable(document);
for (const type of ['pointerover', 'focusin', 'click']) document.addEventListener(type, come, { signal });
