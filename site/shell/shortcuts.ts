export type Action = 'help' | 'search' | 'full-width' | 'focus' | 'next' | 'previous';

/** A key and its action, for the help dialog. */
export interface Shortcut {
  key: string;
  action: Action;
  does: string;
}

/**
 * Every single-key shortcut. None is a key that browsers use by themselves (Firefox finds text with `/` and `'`), and a
 * screen reader's own letters never reach the page. They can be turned off in the dialog (WCAG 2.2, 2.1.4).
 */
export const shortcuts: readonly Shortcut[] = [
  { key: 's', action: 'search', does: 'Search' },
  { key: 'w', action: 'full-width', does: 'Full width, on and off' },
  { key: 'f', action: 'focus', does: 'Nothing but the article, on and off' },
  { key: 'n', action: 'next', does: 'Next page' },
  { key: 'p', action: 'previous', does: 'Previous page' },
  { key: '?', action: 'help', does: 'This list' },
];

/** The relevant part of a KeyboardEvent. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
}

/** Selector of elements that use letters themselves. */
export const typingElements =
  'input, select, textarea, dialog, [contenteditable]:not([contenteditable="false"]), ' +
  '[role="textbox"], [role="combobox"], [role="listbox"], [role="slider"], [role="spinbutton"], [role="grid"], [role="application"]';

/** The action a key press asks for; none with a modifier, while a key is held down, or while text is composed. */
export function actionFor(press: KeyPress): Action | undefined {
  if (press.defaultPrevented || press.repeat || press.isComposing) return undefined;
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  // A question mark needs Shift on most keyboards; a letter with Shift is another character.
  if (press.shiftKey && press.key !== '?') return undefined;
  return shortcuts.find(({ key }) => key === press.key)?.action;
}
