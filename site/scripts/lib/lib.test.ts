import { ChildProcess, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { median, readAudit } from './audit.mjs';
import { siteAddress } from './address.mjs';
import { normaliseBase } from './base.mjs';
import { astroError, SITE_SOURCES } from './build.mjs';
import { debianPackages, installCommand, readPackages, tryToInstall } from './debian.mjs';
import { engine, ensureEngines, isSnap } from './engines.mjs';
import {
  experimentSlugs,
  foreignCrates,
  formatList,
  formatRuns,
  onlySystem,
  readArguments,
  reasons,
  wholeWorkspace,
} from './experiments.mjs';
import { withLock } from './lock.mjs';
import { checkNode } from './node.mjs';
import { Problem } from './problem.mjs';
import { randomFrom } from './random.mjs';
import { makeTemporary, remove } from './remove.mjs';
import { endAll, tryRun } from './run.mjs';
import { parsePort } from './serve.mjs';
import { checkPath } from './setup.mjs';
import { unlessStamped } from './stamp.mjs';
import { formatDuration } from './steps.mjs';
import { formatTable } from './table.mjs';
import { markTarget } from './target.mjs';
import { findVersion, isAtLeast } from './version.mjs';

describe('a base path', () => {
  it.each([
    [undefined, '/'],
    ['', '/'],
    ['/', '/'],
    ['sub', '/sub/'],
    ['/sub', '/sub/'],
    ['sub/', '/sub/'],
    ['//a//b-1.x/', '/a/b-1.x/'],
  ])('%j becomes %j', (typed, base) => {
    expect(normaliseBase(typed)).toBe(base);
  });

  it.each(['https://example.org/', '/a b/', '/../', '/a?b/', '/a/./b/'])('%j is refused', (typed) => {
    expect(() => normaliseBase(typed)).toThrow(Problem);
  });
});

describe('the address that the site is for', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['https://example.org', 'https://example.org'],
    ['http://localhost:8080/', 'http://localhost:8080/'],
  ])('%j is %j', (typed, address) => {
    expect(siteAddress(typed)).toBe(address);
  });

  it.each(['example.org', 'ftp://example.org', 'https://'])('%j is refused, by its name', (typed) => {
    expect(() => siteAddress(typed)).toThrow(`SITE_URL is '${typed}'; `);
  });
});

describe('the path of the checkout', () => {
  it.each(['#', '?', '%', '"', '[', '\\', ':'])('may not have %s, which is said in a line', (character) => {
    const path = `/home/me/a${character}b`;
    expect(() => checkPath(path)).toThrow(`The path of this folder, ${path}, has the character ${character}, `);
  });

  it('may have blanks, quotes and letters of any script', () => {
    expect(() => checkPath("/home/Zoë/it's (2) & more, 日本_~+@=!")).not.toThrow();
  });
});

describe('the folder of Cargo’s output', () => {
  const made: string[] = [];
  afterEach(() => made.splice(0).forEach((folder) => remove(folder)));
  const temporary = () => {
    const folder = makeTemporary('target-');
    made.push(folder);
    return folder;
  };

  it('is marked as one that can be deleted, whether it is there or not', () => {
    const [there, missing] = [temporary(), join(temporary(), 'target')];
    for (const folder of [there, missing]) {
      markTarget(folder);
      expect(readFileSync(join(folder, 'CACHEDIR.TAG'), 'utf8')).toMatch(
        /^Signature: 8a477f597d28d172789f06886806bc55\n/,
      );
    }
  });

  it('is left unmarked where somebody has something in it, and Cargo has not worked there', () => {
    const folder = temporary();
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    markTarget(folder);
    expect(readdirSync(folder)).toEqual(['mine.txt']);
    writeFileSync(join(folder, '.rustc_info.json'), '{}');
    markTarget(folder);
    expect(readdirSync(folder)).toContain('CACHEDIR.TAG');
  });

  it('keeps the mark that it has', () => {
    const folder = temporary();
    writeFileSync(join(folder, 'CACHEDIR.TAG'), 'Cargo’s own');
    markTarget(folder);
    expect(readFileSync(join(folder, 'CACHEDIR.TAG'), 'utf8')).toBe('Cargo’s own');
  });
});

it('a program that can not be started is not signalled', async () => {
  const kill = vi.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(true);
  const run = tryRun('no-such-program', []);
  endAll();
  expect(kill).not.toHaveBeenCalled();
  expect((await run).code).toBe(127);
});

describe('a version', () => {
  it.each([
    ['v24.21.0', '24.21.0'],
    ['rustc 1.95.0 (f2d3ce0bd 2026-03-21)', '1.95.0'],
    ['wasm-bindgen 0.2.129', '0.2.129'],
    ['no version here', undefined],
  ])('is found in %j', (text, version) => {
    expect(findVersion(text)).toBe(version);
  });

  it.each([
    ['22.12.0', '22.12.0', true],
    ['22.9.0', '22.12.0', false],
    ['24.0.0', '22.12.0', true],
    ['20.99.99', '22.12.0', false],
    ['1.88', '1.88.0', true],
    ['22.12', '22.12.1', false],
  ])('%s against at least %s is %s', (version, minimum, enough) => {
    expect(isAtLeast(version, minimum)).toBe(enough);
  });
});

describe('the running Node', () => {
  it.each([
    ['20.0.0', 'linux-x64'],
    ['20.20.2', 'linux-arm64'],
    ['22.12.0', 'darwin-arm64'],
  ])('%s will do on %s', (version, platform) => {
    expect(() => checkNode(version, platform)).not.toThrow();
  });

  it.each([
    ['18.20.0', 'linux-x64', /Node 18\.20\.0 is too old; .*nvm install 24/],
    ['20.20.2', 'darwin-arm64', /no bundled one for darwin-arm64: .*nvm install 24/],
  ])('%s will not do on %s', (version, platform, message) => {
    expect(() => checkNode(version, platform)).toThrow(message);
  });
});

describe('a program that ends', () => {
  it('is not waited for where something that it has started holds its pipes open', { timeout: 15_000 }, async () => {
    const left = 'sleep 60 & echo "$!"; exec sh -c "echo last >&2; exit 3"';
    const { code, output, stdout } = await tryRun('sh', ['-c', left]);
    process.kill(Number(stdout));
    expect({ code, output }).toEqual({ code: 3, output: `${stdout}last\n` });
  });
});

describe('a build that fails', () => {
  it.each([
    [
      'a page that throws',
      [
        '23:29:20 [build] Rearranging server assets...',
        '',
        ' generating static routes ',
        'a.json holds b: rename the file',
      ],
      [
        '  Location:',
        '    /astro/core.js:32:17',
        '  Stack trace:',
        '    at allRecords (file:///dist/record.mjs:71:73)',
      ],
      'a.json holds b: rename the file',
    ],
    [
      'a file that cannot be read',
      ['23:29:30 [content] Syncing content', '[ParseError] a.json: Unterminated string', '  Hint:', '    Write JSON.'],
      ['  Location:', '    /a.json:0:0', '  Stack trace:', '    at JSON.parse (<anonymous>)'],
      '[ParseError] a.json: Unterminated string\n  Hint:\n    Write JSON.',
    ],
    [
      'a record that is none',
      [
        '23:29:30 [content] Syncing content',
        '[InvalidData] setenv → a does not match',
        '',
        '  claims.0: ?',
        '',
        '  Hint:',
      ],
      ['    See the schema.', '  Stack trace:', '    at JSON.parse (<anonymous>)'],
      '[InvalidData] setenv → a does not match\n\n  claims.0: ?\n\n  Hint:\n    See the schema.',
    ],
  ])('says of %s what is wrong, and not where Astro noticed', (_, said, where, essence) => {
    expect(astroError([...said, ...where].join('\n'))).toBe(essence);
  });

  it('says all that it does not understand', () => {
    expect(astroError('out of memory\nkilled')).toBe('out of memory\nkilled');
  });
});

it('whatever pages take from experiments is among what decides whether the site is built again', () => {
  const isSource = (file: string) => !/^site\/(scripts|wasm-pkg)\/|\/fixtures\/|\.(test|spec)\.ts$/.test(file);
  const texts = globSync('site/**/*.{ts,mjs,astro}')
    .filter(isSource)
    .map((file) => readFileSync(file, 'utf8'));
  const taken = texts.flatMap((text) =>
    [...text.matchAll(/['`][./]*(experiments\/[\w./-]+)/g)].map(([, path]) => path!),
  );
  expect(taken).toContain('experiments/lib/harness/record.schema.json');
  const isDecisive = (path: string) => SITE_SOURCES.some((source) => path === source || path.startsWith(`${source}/`));
  expect(taken.filter((path) => !isDecisive(path))).toEqual([]);
});

describe('a port', () => {
  it('may be left out', () => {
    expect(parsePort(undefined)).toBeUndefined();
    expect(parsePort('')).toBeUndefined();
  });

  it('is a whole number', () => {
    expect(parsePort('8080')).toBe(8080);
  });

  it.each(['0', '65536', '-1', '80.5', '0x50', 'http'])('is not %j', (typed) => {
    expect(() => parsePort(typed)).toThrow(Problem);
  });
});

describe('the arguments of npm run experiments', () => {
  const known = ['load-balancing', 'buffer-size'];

  it('mean every experiment, quick, where none is named', () => {
    expect(readArguments([], known)).toEqual({
      slugs: known,
      flags: ['--profile', 'quick'],
      install: false,
      yes: false,
      list: false,
    });
  });

  it('may name one and set its flags', () => {
    expect(readArguments(['--profile', 'full', 'buffer-size', '--seed=3'], known)).toEqual({
      slugs: ['buffer-size'],
      flags: ['--profile', 'full', '--seed=3'],
      install: false,
      yes: false,
      list: false,
    });
  });

  it.each([
    [['--profile', 'ful'], "--profile takes quick or full, not 'ful'"],
    [['--profile=ful', 'buffer-size'], "--profile takes quick or full, not 'ful'"],
    [['--profile', 'buffer-size'], '--profile takes quick or full'],
    [['--seed', '1e9'], "--seed takes a whole number up to 9007199254740991, not '1e9'"],
    [['--seed=9007199254740992'], "not '9007199254740992'"],
    [['--machine', 'My Box'], "--machine takes small letters and digits, joined by single hyphens, not 'My Box'"],
    [['--lst'], "There is no option '--lst'"],
    [['buffer-size', '--lst'], "There is no option '--lst'"],
    [['load-balancing', '--connect', 'host:1'], "There is no option '--connect'"],
    [['--yes'], "There is no option '--yes'"],
    [['--quiet', 'nonsense'], "no experiment 'nonsense'"],
    [['--seed=3', 'nonsense'], "no experiment 'nonsense'"],
  ])('are refused as %j before anything is compiled', (args, said) => {
    expect(() => readArguments(args, known)).toThrow(said);
  });

  it('are refused where several experiments can not share them', () => {
    expect(() => readArguments(['--out', 'record.json', '--quiet'], known)).toThrow(/--out is not for several/);
    expect(() => readArguments(['--connect', 'host:1'], known)).toThrow(/--connect is not for several/);
    for (const own of ['--out', '--connect'])
      expect(readArguments(['buffer-size', own, 'x:1'], known)).toMatchObject({ slugs: ['buffer-size'] });
    expect(readArguments(['--seed', '3', '-q', '--machine=a', '--profile=full'], known)).toMatchObject({
      slugs: known,
    });
  });

  it('are refused where they name what is not there', () => {
    expect(() => readArguments(['--seed', '3', 'load-balncing'], known)).toThrow(/no experiment 'load-balncing'/);
    expect(() => readArguments(['--install', 'load-balncing'], known)).toThrow(/no experiment 'load-balncing'/);
  });

  it('may ask to install what experiments can use, and then nothing else', () => {
    expect(readArguments(['--install'], known)).toMatchObject({ slugs: known, flags: [], install: true, yes: false });
    expect(readArguments(['buffer-size', '--install'], known)).toMatchObject({
      slugs: ['buffer-size'],
      install: true,
      yes: false,
    });
    expect(readArguments(['--install', '--yes', 'buffer-size'], known)).toMatchObject({
      slugs: ['buffer-size'],
      yes: true,
    });
    expect(() => readArguments(['--install', '--profile', 'full'], known)).toThrow(/no use for --profile/);
  });

  it('may ask for a list, and then nothing else', () => {
    const listed = { flags: [], install: false, list: true };
    expect(readArguments(['--list'], known)).toMatchObject({ slugs: known, ...listed });
    expect(readArguments(['--list', 'buffer-size'], known)).toMatchObject({ slugs: ['buffer-size'], ...listed });
    for (const other of ['--quiet', '--yes', '--install']) {
      expect(() => readArguments(['--list', other], known)).toThrow(/measures nothing, so there is no use for --/);
    }
  });
});

describe('what several runs found', () => {
  const claims = (...verdicts: string[]) => verdicts.map((verdict) => ({ verdict }));

  const runs = [
    {
      slug: 'load-balancing',
      code: 0,
      summary: {
        duration_seconds: 0.475,
        claims: claims('differs', 'reproduced', 'not-tested', 'reproduced', 'depends'),
      },
    },
    { slug: 'buffer-size', code: 0, summary: { duration_seconds: 90.2, claims: [] } },
    { slug: 'setenv', code: 130, summary: undefined },
  ];

  it('is a row each: how long it took and the claims by verdict', () => {
    expect(formatRuns(runs).split('\n')).toEqual([
      'experiment            took  claims',
      '──────────────  ──────────  ────────────────────────────────────────────────',
      'load-balancing       0.5 s  reproduced 2, differs 1, depends 1, not tested 1',
      'buffer-size     1 min 30 s  none',
      'setenv                   –  ended with status 130',
    ]);
  });

  it('fits 40 columns', () => {
    expect(formatRuns(runs, 40).split('\n')).toEqual([
      'load-balancing  0.5 s',
      '  reproduced 2, differs 1, depends 1,',
      '  not tested 1',
      'buffer-size  1 min 30 s',
      '  none',
      'setenv  –',
      '  ended with status 130',
    ]);
  });
});

describe('the list of experiments', () => {
  it('says of each what it is about, how long it takes and what it needs', () => {
    const [slug, about, ...lines] = formatList(['dead-connections'], ['nftables']).split('\n');
    expect([slug, about]).toEqual(['dead-connections', expect.stringContaining('The peer is gone')]);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}full {5}\d+ min \d+ s on [-a-z0-9]+, with --overnight$/));
    expect(lines).toContain('  needs    Linux');
    expect(lines).toContain('  can use  root: network namespaces');
    expect(lines).toContainEqual(expect.stringMatching(/^ {11}nftables \(not installed\): `nft`: /));
    expect(lines).toContainEqual(expect.stringMatching(/^ {11}iproute2: `ip`: /));
  });

  it('has every experiment, each with a time for either profile', () => {
    const entries = formatList(experimentSlugs(), []).split('\n\n');
    expect(entries).toHaveLength(experimentSlugs().length);
    for (const entry of entries) expect(entry).toMatch(/^[-a-z]+\n {2}\w.*\n {2}quick {4}\w.*\n(.*\n)* {2}full {5}\w/);
  });

  it('joins packages that are for the same', () => {
    expect(reasons('first\n# For a.\n\none\ntwo\n# For b,\n# in two lines.\nthree\n')).toEqual([
      { names: ['first'], reason: '' },
      { names: ['one', 'two'], reason: 'For a' },
      { names: ['three'], reason: 'For b, in two lines' },
    ]);
  });
});

describe('a crate made for one system', () => {
  it('says so in its manifest', () => {
    expect(onlySystem('[package]\nname = "x"\n\n[package.metadata]\nos = "linux"\n\n[lints]\n')).toBe('linux');
    expect(onlySystem('[package]\nname = "x"\n\n[lints]\nworkspace = true\n')).toBeUndefined();
  });

  it('is left out on another', () => {
    expect(foreignCrates('linux')).toEqual([]);
    expect(foreignCrates('darwin')).toContain('dead-connections');
    expect(wholeWorkspace('linux')).toEqual(['--workspace']);
    expect(wholeWorkspace('darwin').join(' ')).toMatch(/^--workspace .*--exclude dead-connections/);
  });
});

describe('the Debian packages of experiments', () => {
  it('are listed one a line, with comments', () => {
    expect(readPackages('# for ip\niproute2   # namespaces\n\nlibstdc++6\n', 'list')).toEqual([
      'iproute2',
      'libstdc++6',
    ]);
    expect(readPackages('', 'list')).toEqual([]);
  });

  it.each(['--allow-unauthenticated', './package.deb', 'two words', 'Upper', 'a'])('%j is none', (name) => {
    expect(() => readPackages(name, 'experiments/x/debian-packages.txt')).toThrow(
      `experiments/x/debian-packages.txt names '${name}', which is no Debian package`,
    );
  });

  it('have lists that can be read', () => {
    expect(() => debianPackages(experimentSlugs())).not.toThrow();
  });

  const debian = { platform: 'linux', user: 0, has: () => true };

  it('are installed by root itself, by anyone else through sudo', () => {
    expect(installCommand(['iperf3'], debian)[0]).toBe('env');
    expect(installCommand(['iperf3'], { ...debian, user: 1000 }).slice(0, 2)).toEqual(['sudo', 'env']);
  });

  it.each([
    [
      'no sudo',
      { ...debian, user: 1000, has: (program: string) => program !== 'sudo' },
      /needs root.*apt-get install iperf3/,
    ],
    ['no apt-get', { ...debian, has: (program: string) => program !== 'apt-get' }, /own means.*iperf3/],
    ['macOS', { ...debian, platform: 'darwin' }, /own means.*iperf3/],
  ])('are named where there is %s', (_, system, message) => {
    expect(() => installCommand(['iperf3'], system)).toThrow(message);
  });
});

describe('what is installed for tests', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.runIf(process.platform === 'linux')('is asked of Debian by one command, with its arguments apart', async () => {
    const folder = makeTemporary('measured-twice-');
    try {
      const log = join(folder, 'log');
      // Whoever runs this, nothing is installed: each writes down what it is asked for.
      for (const name of ['env', 'sudo', 'apt-get', 'dpkg-query']) {
        writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" > '${log}'\n`, { mode: 0o755 });
      }
      vi.stubEnv('PATH', folder);
      expect((await tryToInstall(['firefox-esr', 'xvfb'])).code).toBe(0);
      const asked = readFileSync(log, 'utf8').trimEnd().split('\n');
      expect(asked).toEqual(expect.arrayContaining(['DEBIAN_FRONTEND=noninteractive', 'sh']));
      expect(asked.slice(-2)).toEqual(['firefox-esr', 'xvfb']);
    } finally {
      remove(folder);
    }
  });
});

describe('the engines besides Chromium', () => {
  /** Packages asked for on a system that has these programs; then the programs of the packages it can install are there too. */
  async function ensure(there: string[], { user = 0, sudo = false, packages = {} as Record<string, string[]> } = {}) {
    const asked: string[] = [];
    const has = [...there];
    const find = (name: string) => has.find((one) => basename(one) === basename(name));
    await ensureEngines({
      find,
      user,
      sudo: () => Promise.resolve(sudo),
      install: async (names) => {
        asked.push(names.join(' '));
        has.push(...names.flatMap((name) => packages[name] ?? []));
      },
      compile: async (crate) => void asked.push(`cargo install ${crate}`),
    });
    return { asked, lacks: (['Firefox', 'WebKitGTK'] as const).map((name) => engine(name, find).lacks) };
  }
  const WEBKIT = ['MiniBrowser', 'WebKitWebDriver', 'xvfb-run', 'xauth'];
  const [FIREFOX, MINI_BROWSER] = [
    'Firefox that is no snap (Debian: firefox-esr)',
    'MiniBrowser (Debian: webkit2gtk-driver)',
  ];

  it.each([
    ['by root', { user: 0 }],
    ['through sudo that asks for nothing', { user: 1000, sudo: true }],
  ])('are installed %s, with the driver that Debian lacks', async (_, system) => {
    const packages = { 'firefox-esr': ['firefox-esr'], xvfb: ['xvfb-run', 'xauth'], 'webkit2gtk-driver': WEBKIT };
    expect(await ensure(['apt-get'], { ...system, packages })).toEqual({
      asked: ['firefox-esr', 'webkit2gtk-driver xvfb xauth', 'cargo install geckodriver'],
      lacks: [['geckodriver'], []],
    });
  });

  it('are asked for one by one, where only some are missing or can be had', async () => {
    const packages = { xvfb: ['xvfb-run'] };
    expect(await ensure(['apt-get', 'firefox', 'xauth', 'geckodriver'], { packages })).toEqual({
      asked: ['webkit2gtk-driver xvfb xauth', 'cargo install geckodriver'],
      lacks: [[], [MINI_BROWSER, 'WebKitWebDriver']],
    });
    expect((await ensure(['apt-get', 'firefox-esr', ...WEBKIT])).asked).toEqual(['cargo install geckodriver']);
  });

  it.each([
    ['by others than root, where sudo would ask', ['apt-get'], 1000],
    ['where there is no apt-get', [], 0],
  ])('are not installed %s', async (_, there, user) => {
    expect(await ensure(there, { user })).toEqual({
      asked: [],
      lacks: [
        [FIREFOX, 'geckodriver'],
        [MINI_BROWSER, 'WebKitWebDriver', 'xvfb-run', 'xauth'],
      ],
    });
  });

  it('are told from snaps, and from scripts that start one', () => {
    const folder = makeTemporary('snaps-');
    const made = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    mkdirSync(join(folder, 'snap'));
    expect(isSnap(made('starts-one', '#!/bin/sh\nexec /snap/bin/firefox "$@"\n'))).toBe(true);
    expect(isSnap(made('snap/firefox', 'ELF'))).toBe(true);
    expect(isSnap(made('program', 'ELF /snap/bin/firefox'))).toBe(false);
    expect(isSnap(made('script', '#!/bin/sh\nexec /usr/lib/firefox-esr/firefox-esr "$@"\n'))).toBe(false);
    remove(folder);
  });
});

describe('work with a stamp', () => {
  const folder = makeTemporary('stamp-');
  const stamp = join(folder, 'deep', 'stamp');
  afterEach(() => remove(folder));

  it('is done once for the same inputs, and again for others', async () => {
    let times = 0;
    const work = async () => void times++;
    expect(await unlessStamped(stamp, 'a', work)).toBe(true);
    expect(await unlessStamped(stamp, 'a', work)).toBe(false);
    expect(await unlessStamped(stamp, 'b', work)).toBe(true);
    expect(times).toBe(2);
  });

  it('is done again after it failed', async () => {
    await unlessStamped(stamp, 'a', async () => {});
    const fail = unlessStamped(stamp, 'b', () => Promise.reject(new Error('disk full')));
    await expect(fail).rejects.toThrow('disk full');
    expect(await unlessStamped(stamp, 'a', async () => {})).toBe(true);
  });
});

describe('a lock', () => {
  const folder = makeTemporary('lock-');
  const file = join(folder, 'inner', 'lock');
  afterEach(() => remove(join(folder, 'inner')));

  it('lets one after the other do the work, and goes with the last', async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((done) => setTimeout(done, 50));
      order.push(`${name} ends`);
    };
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await Promise.all(['a', 'b', 'c'].map((name) => withLock(file, 'works', work(name))));
    expect(order.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
    expect(log).toHaveBeenCalledWith(`· waiting for process ${process.pid}, which works already`);
    expect(readdirSync(dirname(file))).toEqual([]);
    log.mockRestore();
  });

  it('is let go by work that fails', async () => {
    await expect(withLock(file, 'works', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
    expect(await withLock(file, 'works', () => Promise.resolve('done'))).toBe('done');
  });

  it('is taken over from a process that was killed', async () => {
    const { pid } = spawnSync('true');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(pid));
    const all = ['a', 'b'].map((name) => withLock(file, 'works', () => Promise.resolve(name)));
    expect(await Promise.all(all)).toEqual(['a', 'b']);
    expect(readdirSync(dirname(file))).toEqual([]);
  });
});

it.each([1, 2 ** 16, 2 ** 31 - 10])('numbers at random differ from seed to seed, from seed %d on', (seed) => {
  const first = Array.from({ length: 20 }, (_, more) => randomFrom(seed + more)());
  expect(new Set(first.map((number) => number.toFixed(2))).size).toBeGreaterThan(10);
});

describe('a duration', () => {
  it.each([
    [0, '0.0 s'],
    [12_340, '12.3 s'],
    [59_960, '1 min 0 s'],
    [150_000, '2 min 30 s'],
  ])('of %d ms is said as %j', (milliseconds, said) => {
    expect(formatDuration(milliseconds)).toBe(said);
  });
});

describe('an audit', () => {
  const report = (performance: number) => ({
    categories: { performance: { score: performance }, accessibility: { score: 1 }, seo: { score: null } },
    audits: {
      'network-requests': {
        details: {
          items: [
            { resourceType: 'Script', transferSize: 1000 },
            { resourceType: 'Script', transferSize: 500 },
            { resourceType: 'Manifest', transferSize: 20 },
          ],
        },
      },
    },
  });

  it('gives scores out of 100, and 0 for what could not be judged', () => {
    const { scores } = readAudit(report(0.995));
    expect(scores).toEqual({ performance: 100, accessibility: 100, 'best-practices': 0, seo: 0 });
  });

  it('sums what was transferred by kind', () => {
    expect(readAudit(report(1)).bytes).toEqual({ Script: 1500, Other: 20 });
  });

  it('is the one in the middle of several', () => {
    expect(median([0.9, 0.7, 0.8].map((score) => readAudit(report(score))))?.scores.performance).toBe(80);
  });
});

describe('a table', () => {
  it('lines names up to the left and figures to the right', () => {
    const rows = [
      ['page', 'kB'],
      ['/', 7],
      ['/claims/', 12.5],
    ];
    expect(formatTable(rows)).toBe(['page        kB', '────────  ────', '/            7', '/claims/  12.5'].join('\n'));
  });
});
