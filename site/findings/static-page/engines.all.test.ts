/** The tool in each engine, once everything is loaded and the server is gone: a book goes in, and comes out to the same bytes. */
import { afterAll, describe, expect, it } from 'vitest';
import { dist } from '@/e2e/built';
import { startChromium, startEngine, type Engine } from '@/e2e/engines';
import { allLabs } from '@/e2e/labs';
import { engine as programsOf } from '@/scripts/lib/engines.mjs';
import { serve } from '@/scripts/lib/serve.mjs';
import { madeUp } from './made-up';

const TIMEOUT = 120_000;
const { path, tag } = allLabs.find(({ slug, name }) => slug === 'static-page' && name === 'tool')!;

// These work in the page, and can use nothing from around them.

async function load(tag: string): Promise<boolean> {
  const root = document.querySelector<HTMLElement>(tag)!;
  root.scrollIntoView({ behavior: 'instant' });
  const late = performance.now() + 30_000;
  while (root.dataset['state'] !== 'idle' && performance.now() < late) await new Promise(requestAnimationFrame);
  root.dispatchEvent(new Event('pointerenter'));
  const isThere = () => root.querySelector('[data-offline]')!.textContent.includes('can be switched off now');
  while (!isThere() && performance.now() < late) await new Promise(requestAnimationFrame);
  return isThere();
}

async function cover(tag: string, old: number[]): Promise<{ bytes: number[]; requests: string }> {
  const root = document.querySelector<HTMLElement>(tag)!;
  const blobs: Blob[] = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob: Blob) => {
    blobs.push(blob);
    return createObjectURL.call(URL, blob);
  };
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([Uint8Array.from(old)], 'orchard.epub'));
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(drop, 'dataTransfer', { value: dataTransfer });
  root.dispatchEvent(drop);
  const late = performance.now() + 30_000;
  const button = () => root.querySelector<HTMLButtonElement>('[data-own="download"]:enabled');
  while (!button() && performance.now() < late) await new Promise(requestAnimationFrame);
  button()?.click();
  const bytes = blobs[0] ? [...new Uint8Array(await blobs[0].arrayBuffer())] : [];
  return { bytes, requests: root.querySelector('[data-result="requests"]')!.textContent };
}

describe.each(['Chromium', 'Firefox', 'WebKitGTK'] as const)('%s', (name) => {
  const { lacks } = name === 'Chromium' ? { lacks: [] } : programsOf(name);
  let engine: Engine | undefined;
  afterAll(async () => engine?.close(), TIMEOUT);

  it.skipIf(lacks.length > 0)(
    'puts a cover into a book without a server, to the same bytes as elsewhere, and asks for nothing',
    { timeout: TIMEOUT, meta: { lacks: lacks.join(', ') } },
    async () => {
      const { old, made } = madeUp('orchard');
      const server = await serve({ folder: dist, base: '/', port: 0 });
      try {
        engine = name === 'Chromium' ? await startChromium() : await startEngine(name);
        await engine.open(server.address + path.slice(1));
        expect(await engine.ask(load, tag)).toBe(true);
      } finally {
        await server.close();
      }
      const { bytes, requests } = await engine.ask(cover, tag, [...old]);
      expect(Buffer.from(bytes).equals(Buffer.from(made))).toBe(true);
      expect(requests).toBe('0');
    },
  );
});
