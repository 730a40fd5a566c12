import { expect, test } from 'vitest';
import { onlyElement, pageAt, textOf } from '@/e2e/built';

test('the lab opens on the ratio of the first sentences, behind nginx with Flask', () => {
  const page = pageAt('/findings/unix-sockets/');
  const said = onlyElement(page, '.mt-lead [data-named="ratioOfGunicornNew"] .mt-inline-value');
  expect(textOf(onlyElement(page, 'mt-unix-sockets-lab [data-result="ratio"]'))).toBe(textOf(said));
});
