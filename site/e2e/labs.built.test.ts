/** Tests of every lab as it was built, before a script has touched it. */
import { expect, test } from 'vitest';
import { pageAt } from './built';
import { allLabs } from './labs';

test.each(allLabs.map((lab) => [lab.id, lab] as const))(
  '%s offers nothing that does nothing without a script',
  (_, lab) => {
    const controls = pageAt(lab.path).querySelectorAll(`${lab.tag} :is(button, input, select, textarea)`);
    const enabled = controls.filter(
      (control) =>
        !control.hasAttribute('disabled') && !control.hasAttribute('hidden') && !control.closest('fieldset[disabled]'),
    );
    expect(controls.length).toBeGreaterThan(0);
    expect(enabled.map(String)).toEqual([]);
  },
);
