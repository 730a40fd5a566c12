import type { Page } from '@playwright/test';

/** Attribute of the one element of each look that tests examine. */
export const LOOK = 'data-look';

/**
 * Marks one text of each look with the attribute `data-look`: the first of those whose colours can't differ, because they are drawn
 * alike, and on what is drawn alike. Axe takes milliseconds for the colours of each, and hundreds on a page look the same.
 *
 * @param where.within a selector: only text in it is marked
 * @param where.without selectors: text in these is not
 */
export const markLooks = (
  page: Page,
  where: { within?: string | undefined; without: readonly string[] },
): Promise<void> =>
  page.evaluate(
    ({ within = 'body', without, mark }) => {
      const PLAIN = {
        backgroundColor: 'rgba(0, 0, 0, 0)',
        backgroundImage: 'none',
        opacity: '1',
        mixBlendMode: 'normal',
      };
      const own = (element: Element, names: readonly string[], pseudo?: string) => {
        const style = getComputedStyle(element, pseudo);
        return names.map((name) => style[name as 'color']).join();
      };
      const behind = Object.keys(PLAIN);
      const plain = Object.values(PLAIN).join();
      // As plain numbers: those of a rectangle are looked up in the browser each time, and there are millions of times.
      const boxOf = (element: Element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom };
      };
      type Box = ReturnType<typeof boxOf>;
      const drawn = [...document.querySelectorAll('*')]
        .map((element) => ({ element, box: boxOf(element) }))
        .filter(({ box }) => box.right > box.left)
        .map((one) => ({ ...one, paint: own(one.element, behind) }))
        .filter(({ element, paint }) => paint !== plain || element.matches('svg, img, canvas'));

      const reaches = (of: Box, box: Box) =>
        [of.left <= box.left, of.right >= box.right, of.top <= box.top, of.bottom >= box.bottom].join();
      const TEXT = [
        'webkitTextFillColor',
        'webkitTextStroke',
        'textShadow',
        'fontSize',
        'fontWeight',
        'textDecorationLine',
      ];
      const HIDING = ['display', 'position', 'overflow', 'clip', 'clipPath'];
      const lookOf = (element: Element, text: string): string => {
        const box = boxOf(element);
        const around = new Set<Element>();
        for (let at: Element | null = element; at; at = at.parentElement) around.add(at);
        const ground = drawn
          .filter(({ element: other, box: of }) => {
            const apart = of.left >= box.right || of.right <= box.left || of.top >= box.bottom || of.bottom <= box.top;
            return !apart || around.has(other);
          })
          .map(({ element, box: of, paint }) => `${element.localName} ${paint} ${reaches(of, box)}`);
        const pseudos = ['::before', '::after'].map((name) => own(element, ['content', ...behind], name));
        // Axe ignores a single letter, as it may be a picture.
        const kind = `${element.localName} ${element.getAttribute('type')}`;
        // Axe ignores disabled controls and their labels, too.
        const control = element.closest('label')?.control ?? element;
        const isOff = control.closest(':disabled, [aria-disabled="true"], [inert]') !== null;
        const rest = [kind, text.length > 1, isOff, own(element, [...TEXT, ...HIDING]), ...pseudos];
        return [...rest, ...ground].join('\n');
      };

      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
      const seen = new Set<string>();
      for (const element of document.querySelectorAll(`${within} *`)) {
        if (without.some((selector) => element.closest(selector))) continue;
        const text = [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join('');
        const isField = element.matches('input, select, textarea');
        const isSeen = text !== '' && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        // Axe looks at fields that are not there as well.
        if (!isField && !isSeen) continue;
        const look = lookOf(element, text);
        if (!seen.has(look)) element.setAttribute(mark, '');
        seen.add(look);
      }
    },
    { ...where, mark: LOOK },
  );
