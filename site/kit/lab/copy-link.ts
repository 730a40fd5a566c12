/** Copies a lab's address, and says so on the button that was pressed. */
export async function copyLink(button: HTMLElement, link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = 'Copied';
  } catch {
    // Without permission to write the clipboard the address bar is the next best place to copy from.
    history.replaceState(history.state, '', link);
    button.textContent = 'Now in the address bar';
  }
  setTimeout(() => (button.textContent = 'Copy link'), 2500);
}
