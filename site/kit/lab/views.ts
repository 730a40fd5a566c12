/**
 * A lab shows one of its views at a time. What belongs to some views only is marked `data-for="VIEW VIEW…"`, and
 * `data-off` while none of them is shown; without scripting everything is shown.
 */

/** The attributes of a part that belongs to some views, when the page is built with `shown` in front. */
export function forViews(views: string, shown: string): { 'data-for': string; 'data-off'?: '' } {
  return views.split(' ').includes(shown) ? { 'data-for': views } : { 'data-for': views, 'data-off': '' };
}

/** Brings a view to the front. */
export function showView(root: HTMLElement, view: string): void {
  root.dataset['view'] = view;
  for (const part of root.querySelectorAll<HTMLElement>('[data-for]')) {
    part.toggleAttribute('data-off', !part.dataset['for']?.split(' ').includes(view));
  }
}
