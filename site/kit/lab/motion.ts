/** True while the reader asks for less motion. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Tells whether an element can be seen: on screen, and in a page that is in front. Calls back on every change. */
export function watchVisibility(element: Element, onChange: (visible: boolean) => void): () => void {
  let onScreen = false;
  let visible: boolean | undefined;
  const report = () => {
    const now = onScreen && document.visibilityState === 'visible';
    if (now !== visible) onChange((visible = now));
  };
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? false;
    report();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', report);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', report);
  };
}

/** Lets the browser do what is waiting, such as a reader's click, before what comes next. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));
