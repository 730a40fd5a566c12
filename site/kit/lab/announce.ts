/**
 * A live region that says the newest sentence once things have been quiet for a while, so that a drag is one
 * announcement and not hundreds. Saying the same sentence twice in a row is silent, as it would be on paper.
 */
export function announcer(region: HTMLElement, quietMilliseconds = 700): (sentence: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (sentence) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (region.textContent !== sentence) region.textContent = sentence;
    }, quietMilliseconds);
  };
}
