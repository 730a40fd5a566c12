/**
 * Every lab under anybody's hands: `ACTIONS` says how often each is acted on, or `MINUTES` for how long, `SEED` where the order
 * begins, and `ENGINE` in which browser. A lab that fails says what was done to it. Nothing runs beside it: how long a task takes is part of what is asked, and a
 * processor that others keep busy is slower even for a thread that has it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverlaySource } from '@/kit/lab/overlay';
import { needs } from '@/kit/needs';
import { mutated } from '@/kit/record/fixtures/mutations';
import { poorerThan } from '@/kit/record/fixtures/poorer';
import { fileOf } from '@/kit/record/fixtures/record';
import { measuredElsewhere } from '@/kit/record/fixtures/yours';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { joinRead, readFile } from '@/kit/record/read-file';
import { asYours } from '@/kit/record/shown';
import { engine as programsOf, type EngineName } from '@/scripts/lib/engines.mjs';
import { cache } from '@/scripts/lib/paths.mjs';
import { remove } from '@/scripts/lib/remove.mjs';
import { serve } from '@/scripts/lib/serve.mjs';
import { overlayText } from '@/shell/compare/hand-over';
import { dist } from './built';
import { copyWatched, startChromium, startEngine, type Engine } from './engines';
import { allLabs, expectationsOf, type Lab } from './labs';
import { actAtRandom } from './random';

const MINUTES = Number(process.env['MINUTES'] ?? Infinity);
const ACTIONS = Number(process.env['ACTIONS'] ?? (MINUTES < Infinity ? Infinity : 25));
const SEED = Number(process.env['SEED'] ?? 1);
const ENGINE = process.env['ENGINE'] ?? 'Chromium';
/** So many records that are nearly one of its finding's are laid over a lab, besides those that lack something. */
const MUTATED = 100;
/** A lab that does all that none should. */
const BAD = `<!doctype html><title>Bad</title>
<meta http-equiv="Content-Security-Policy" content="img-src 'none'">
<script src="/watch.js"></script>
<bad-lab data-state="ready"><fieldset>
  <button onclick="this.textContent = NaN">Figure</button>
  <button onclick="this.style.marginLeft = '3000px'">Width</button>
  <button onclick="throw new Error('it threw')">Error</button>
  <button onclick="new Image().src = '/favicon.svg'">Policy</button>
  <button onclick="for (const end = performance.now() + 500; performance.now() < end; );">Task</button>
</fieldset></bad-lab>`;

const OVERLAYS = import.meta.glob<{ default: OverlaySource }>('/site/findings/*/lab/overlay.ts', { eager: true });

/** Overlays of files that a page takes, whatever they hold, and none; none at all for a lab that shows no other machine. */
function overlaysFor({ slug, tag }: Lab): string[] {
  const source = OVERLAYS[`/site/findings/${slug}/lab/overlay.ts`]?.default;
  const [published] = publishedOnDisk(slug);
  if (source?.tag !== tag || !published) return [];
  const file = fileOf(measuredElsewhere(published));
  const texts = [
    ...poorerThan(file).map((poorer) => JSON.stringify(poorer)),
    ...fc.sample(mutated(file), { numRuns: MUTATED, seed: SEED }),
  ];
  const overlays = texts.flatMap((text) => {
    const read = readFile(text, [slug]);
    const joined = 'record' in read ? joinRead(read.record, file.words!) : read;
    return 'record' in joined ? [overlayText(asYours(joined.record), source)] : [];
  });
  return [...overlays, ''];
}

/** This process's own: others may play beside it. */
const site = join(cache, `site-for-actions-in-${ENGINE}-${process.pid}`);
const { lacks } = ENGINE === 'Chromium' ? { lacks: [] } : programsOf(ENGINE as EngineName);

describe(`At random, in ${ENGINE}`, needs(lacks.join(', '), lacks.length === 0), () => {
  let server: Awaited<ReturnType<typeof serve>>;
  let engine: Engine;

  beforeAll(async () => {
    remove(site);
    copyWatched(dist, site);
    server = await serve({ folder: site, base: '/', port: 0 });
    engine = ENGINE === 'Chromium' ? await startChromium() : await startEngine(ENGINE as EngineName);
  }, 120_000);
  afterAll(async () => {
    await engine?.close();
    await server?.close();
    remove(site);
  }, 120_000);

  it('finds in a lab what it looks for', async () => {
    writeFileSync(join(site, 'bad.html'), BAD);
    const lab = { id: 'bad', slug: '', name: '', path: '/bad.html', tag: 'bad-lab', expectations: undefined };
    const { problems } = await actAtRandom(engine, lab, `${server.address}bad.html`, {
      actions: 20,
      minutes: Infinity,
      seed: 1,
      meant: '',
      overlays: [],
    });
    const found = problems.join('\n');
    for (const one of ['NaN', 'too wide', 'it threw', 'content security policy']) expect(found).toContain(one);
    if (engine.longestTask) expect(found).toMatch(/a task of \d+ ms/);
  }, 120_000);

  it.each(allLabs.map((lab) => [lab.id, lab] as const))(
    `%s takes ${ACTIONS < Infinity ? `${ACTIONS} actions` : `actions for ${MINUTES} minutes`} from seed ${SEED}, at any width`,
    async (id, lab) => {
      const { saysUndefined = {} } = await expectationsOf(lab);
      const { problems, waited } = await actAtRandom(engine, lab, server.address + lab.path.slice(1), {
        actions: ACTIONS,
        minutes: MINUTES,
        seed: SEED,
        meant: Object.keys(saysUndefined).join(', '),
        overlays: overlaysFor(lab),
      });
      // eslint-disable-next-line no-console -- fails no test, and yet is worth a look
      for (const task of waited) console.info(`${id}, while the machine had other work: ${task}`);
      expect(problems).toEqual([]);
    },
    120_000 + Math.min(ACTIONS * 4_000, MINUTES * 120_000),
  );
});
