import { afterEach, expect, test, vi } from 'vitest';
import { startModels, startWorker } from './start-worker';

afterEach(() => vi.unstubAllEnvs());

/** Where a worker is started that an article below `/base/` asks for. */
function startedAt(url: string): [url: string, options: object] {
  const started = vi.fn();
  vi.stubGlobal('location', new URL('https://site.example/base/findings/one/'));
  vi.stubGlobal('Worker', started);
  vi.stubEnv('BASE_URL', '/base/');
  vi.stubEnv('DEV', false);
  startWorker(url);
  return started.mock.lastCall as [string, object];
}

test('starts a module that lies below the site’s base', () => {
  expect(startedAt('/base/_astro/worker.js')).toEqual(['/base/_astro/worker.js', { type: 'module' }]);
});

test.each([
  '/worker.js',
  '/base/../worker.js',
  'https://elsewhere.example/base/worker.js',
  '//elsewhere.example/base/worker.js',
  'http://site.example/base/worker.js',
  'data:text/javascript,1',
  'blob:https://site.example/base/1',
])('starts none at %s', (url) => {
  expect(() => startedAt(url)).toThrow(/is no worker of this site/);
});

test('starts none that runs models where the browser has no WebAssembly', () => {
  const started = vi.fn();
  vi.stubGlobal('Worker', started);
  vi.stubGlobal('WebAssembly', undefined);
  expect(() => startModels('/base/_astro/worker.js')).toThrow('no WebAssembly');
  expect(started).not.toHaveBeenCalled();
});
