// Full width, focus mode, keyboard shortcuts and the theme; runs once on every page.
import { preference, remember } from './preferences.ts';
import { actionFor, typingElements, type Action } from './shortcuts.ts';

const root = document.documentElement;
const dialog = document.querySelector<HTMLDialogElement>('#mt-shortcuts')!;
const shortcutsSwitch = dialog.querySelector<HTMLInputElement>('input')!;
const theme = document.querySelector<HTMLSelectElement>('#mt-theme')!;
const announcement = document.querySelector<HTMLElement>('#mt-announcement')!;
const leave = document.querySelector<HTMLButtonElement>('#mt-leave-focus')!;

let shortcutsOn = preference('mt-shortcuts') !== 'off';
/** The element that had the focus before focus mode hid it. */
let focusedBefore: HTMLElement | undefined;

function showState(action: 'full-width' | 'focus', on: boolean): void {
  for (const button of document.querySelectorAll(`[data-mt-action="${action}"]`)) {
    button.setAttribute('aria-pressed', String(on));
  }
}

function setFullWidth(on: boolean): void {
  root.toggleAttribute('data-mt-full', on);
  showState('full-width', on);
  remember('mt-full-width', on ? 'on' : 'off');
  announcement.textContent = on ? 'Full width' : 'Reading width';
}

function setFocusMode(on: boolean): void {
  if (on === root.hasAttribute('data-mt-focus')) return;
  if (on) document.querySelector<HTMLElement>('#mt-menu')?.hidePopover();
  root.toggleAttribute('data-mt-focus', on);
  showState('focus', on);
  announcement.textContent = on ? 'Focus mode: nothing but the article. Press Escape to leave.' : 'Focus mode left';
  const active = document.activeElement;
  if (on && active instanceof HTMLElement && active !== document.body && !active.checkVisibility()) {
    focusedBefore = active;
    leave.focus();
  } else if (!on) {
    if (active === leave || active === document.body) focusedBefore?.focus();
    focusedBefore = undefined;
  }
}

const actions: Record<Action, () => void> = {
  help: () => dialog.showModal(),
  search: () => document.querySelector<HTMLButtonElement>('[data-open-search]')?.click(),
  'full-width': () => setFullWidth(!root.hasAttribute('data-mt-full')),
  focus: () => setFocusMode(!root.hasAttribute('data-mt-focus')),
  next: () => document.querySelector<HTMLAnchorElement>('a[rel="next"]')?.click(),
  previous: () => document.querySelector<HTMLAnchorElement>('a[rel="prev"]')?.click(),
};

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-mt-action]') : null;
  if (button) actions[button.dataset['mtAction'] as Action]();
});

document.addEventListener('keydown', (event) => {
  if (document.querySelector('dialog[open], :popover-open')) return;
  if (event.key === 'Escape' && !event.defaultPrevented) {
    setFocusMode(false);
    return;
  }
  if (!shortcutsOn || (event.target instanceof Element && event.target.closest(typingElements))) return;
  const action = actionFor(event);
  if (!action) return;
  event.preventDefault();
  actions[action]();
});

shortcutsSwitch.checked = shortcutsOn;
shortcutsSwitch.addEventListener('change', () => {
  shortcutsOn = shortcutsSwitch.checked;
  remember('mt-shortcuts', shortcutsOn ? 'on' : 'off');
});
theme.value = root.dataset['theme'] ?? '';
theme.addEventListener('change', () => {
  if (theme.value === '') delete root.dataset['theme'];
  else root.dataset['theme'] = theme.value;
  remember('starlight-theme', theme.value);
});
showState('full-width', root.hasAttribute('data-mt-full'));
