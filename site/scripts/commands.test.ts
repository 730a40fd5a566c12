import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { needs, needsLinux } from '@/kit/needs';
import { makeTemporary, remove } from './lib/remove.mjs';
import { describeHost, readHeaders, serve } from './lib/serve.mjs';
import { playedProject, runPlayed, writePrograms } from './played';

const root = process.cwd();
const folder = makeTemporary('commands-');
afterAll(() => remove(folder));

/** A path on which there is nothing but what is named. */
function pathWith(name: string, programs: Record<string, string>): string {
  return writePrograms(join(folder, name), programs);
}

function command(name: string, env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'site/scripts', `${name}.mjs`)], {
    env: { HOME: folder, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

describe('a missing prerequisite', () => {
  it('Rust is named, with the command that installs it', () => {
    const { status, stderr } = command('build', { PATH: pathWith('no-rust', { npm: 'echo 11.0.0' }) });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/Rust was not found.*sh\.rustup\.rs/);
    expect(status).toBe(1);
  });

  it('too old a Rust is named, with the command that updates it', () => {
    const path = pathWith('old-rust', { npm: 'echo 11.0.0', cargo: 'echo cargo 1.70.0', rustc: 'echo rustc 1.70.0' });
    const { status, stderr } = command('build', { PATH: path });
    expect(stderr).toMatch(/Rust 1\.70\.0 is too old.*rustup update/);
    expect(status).toBe(1);
  });

  it('npm is named', () => {
    const path = pathWith('no-npm', { cargo: 'echo cargo 1.95.0', rustc: 'echo rustc 1.95.0' });
    const { status, stderr } = command('build', { PATH: path });
    expect(stderr).toMatch(/npm was not found/);
    expect(status).toBe(1);
  });

  it('a C linker is named', needsLinux, () => {
    const path = pathWith('no-cc', { npm: 'echo 11.0.0', cargo: 'echo cargo 1.95.0', rustc: 'echo rustc 1.95.0' });
    const { status, stderr } = command('build', { PATH: path });
    expect(stderr).toMatch(/No C linker.*build-essential/);
    expect(status).toBe(1);
  });
});

describe('every npm script', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

  it.each(Object.entries(scripts))('%s says how it is used, and does nothing else', (name, line) => {
    const path = pathWith('help-bin', { cargo: 'echo built; exit 1', rustc: 'exit 1', npm: 'exit 1' });
    const [, script = ''] = line.split(' ');
    const result = spawnSync(process.execPath, [script, '--help'], {
      env: { HOME: folder, PATH: path },
      encoding: 'utf8',
    });
    expect(result).toMatchObject({ status: 0, stderr: '' });
    const isShort = ['start', 'test'].includes(name);
    // Its usage in one line, and behind it what it does.
    expect(result.stdout).toMatch(new RegExp(`^npm ${isShort ? name : `run ${name}`}( -- .+)?\n([^\n]+\n)*\n[^]+`));
  });
});

describe('npm start', () => {
  let taken: Server;
  beforeAll(() => new Promise<void>((listening) => (taken = createServer().listen(0, () => listening()))));
  afterAll(() => taken.close());

  it('says that the port asked for is in use, before it builds anything', () => {
    const { port } = taken.address() as AddressInfo;
    const { status, stdout, stderr } = command('start', { PATH: '/nowhere', PORT: String(port) });
    expect(stderr).toContain(`Port ${port} is in use`);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  it.each([
    ['PORT', 'eighty'],
    ['SITE_BASE', 'https://example.org/'],
    ['SITE_URL', 'example.org'],
    ['HOST', 'no such host'],
    ['HOST', '999.1.1.1'],
    // An address for documentation, which no machine has.
    ['HOST', '192.0.2.1'],
  ])('refuses a %s of %j with status 2', (name, value) => {
    const { status, stderr } = command('start', { PATH: '/nowhere', [name]: value });
    expect(stderr).toContain(`${name} is '${value}'`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  });
});

describe('npm run bench', () => {
  it.each([
    ['--nope', 2, 'stderr', /^Unknown option '--nope'.*\(npm run bench -- /],
    ['--profile=slow', 2, 'stderr', /^There is no profile 'slow' \(npm run bench -- /],
    ['speed', 2, 'stderr', /^Unexpected argument 'speed'.*\(npm run bench -- /],
  ] as const)('answers %s before it builds anything', (flag, status, stream, said) => {
    const result = spawnSync(process.execPath, ['site/scripts/bench.mjs', flag], {
      env: {
        HOME: folder,
        PATH: pathWith('bench-bin', { cargo: 'echo built; exit 1', rustc: 'exit 1', npm: 'exit 1' }),
      },
      encoding: 'utf8',
    });
    expect(result[stream].trim()).toMatch(said);
    expect(result).toMatchObject({ status });
  });
});

describe('npm run experiments', () => {
  it.each([
    ['--nope', /^There is no option '--nope' \(npm run experiments -- /],
    ['--profile=ful', /^--profile takes quick or full, not 'ful' \(npm run experiments -- /],
  ])('refuses %s in a line before it builds anything', (flag, said) => {
    const path = pathWith('experiments-bin', { cargo: 'echo built; exit 1', rustc: 'exit 1', npm: 'exit 1' });
    const { status, stdout, stderr } = spawnSync(process.execPath, ['site/scripts/experiments.mjs', flag], {
      env: { HOME: folder, PATH: path },
      encoding: 'utf8',
    });
    expect(stderr.trim()).toMatch(said);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it.each([
    ['is read by nobody', '| true', /^ended with 0$/],
    ['goes to a full disk', '> /dev/full', /^cannot write .*ENOSPC.*\nended with 1$/],
  ])('ends quietly where what it says %s', needsLinux, (_, to, said) => {
    const line = `{ '${process.execPath}' site/scripts/experiments.mjs --help; echo "ended with $?" >&2; } ${to}`;
    expect(spawnSync('sh', ['-c', line], { encoding: 'utf8' }).stderr.trim()).toMatch(said);
  });

  it('lists the experiments where one is named that is not there', () => {
    const { status, stderr } = spawnSync(process.execPath, ['site/scripts/experiments.mjs', 'nonsense'], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/no experiment 'nonsense'; there are: .*load-balancing/);
    expect(status).toBe(2);
  });

  it('ends with a table of all, says nothing more where there is one, and nothing of its own to scripts', () => {
    const copy = join(folder, 'several');
    cpSync(join(root, 'site/scripts'), join(copy, 'site/scripts'), { recursive: true });
    mkdirSync(join(copy, 'experiments', 'lib'), { recursive: true });
    copyFileSync(join(root, 'Cargo.toml'), join(copy, 'Cargo.toml'));
    for (const slug of ['one', 'two']) {
      mkdirSync(join(copy, 'experiments', slug), { recursive: true });
      writeFileSync(join(copy, 'experiments', slug, 'Cargo.toml'), '[package]');
    }
    const summary = { duration_seconds: 2, claims: [{ verdict: 'holds' }] };
    const path = pathWith('several-bin', {
      rustc: `case "$*" in *target-libdir*) echo ${copy};; *) echo rustc 1.95.0;; esac`,
      cc: 'exit 0',
      npm: 'exit 0',
      // The second one fails.
      cargo: `case "$*" in build*) echo compiled; exit;; *two*) exit 3;; esac
        echo "ran $*"; for a; do case $a in --json=*) echo '${JSON.stringify(summary)}' > "\${a#--json=}";; esac; done`,
    });
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['site/scripts/experiments.mjs', ...args], {
        cwd: copy,
        env: { HOME: folder, TMPDIR: folder, PATH: `${path}:${dirname(process.execPath)}:/usr/bin:/bin` },
        encoding: 'utf8',
      });
    const all = run();
    expect(all.stdout).toMatch(/^one +2\.0 s +holds 1$/m);
    expect(all.stdout).toMatch(/^two +– +ended with status 3$/m);
    expect(all).toMatchObject({ status: 3, stderr: 'two ended with status 3.\n' });
    expect(readdirSync(folder).filter((name) => name.startsWith('experiments-') && !name.endsWith('-bin'))).toEqual([]);
    expect(run('one').stdout.trimEnd()).toMatch(/^one --profile quick\n.*ran .* --profile quick$/m);
    // Nothing but what the program says, which scripts read.
    for (const flag of ['--json', '--quiet', '-q'])
      expect(run('one', flag).stdout).toMatch(new RegExp(`^ran .* --profile quick ${flag}\n$`));
    const quiet = run('--quiet');
    expect(quiet.stdout).toMatch(/^ran run .* one -- --profile quick --quiet --json=\S+\n$/);
    expect(quiet).toMatchObject({ status: 3, stderr: 'two ended with status 3.\n' });
    // Without a terminal, as under nohup.
    writePrograms(path, { cargo: 'kill -HUP $$; echo "outlived it"' });
    expect(run('one', '--quiet').stdout).toBe('outlived it\n');
    // What is not compiled yet takes longer, once.
    mkdirSync(join(copy, 'target', 'release'), { recursive: true });
    writeFileSync(join(copy, 'target', 'release', 'one'), '');
    expect(run('--list').stdout.match(/^.*\bcompile\b.*$|^\w.*$/gm)).toEqual([
      'one',
      'two',
      '  at first some minutes more, to compile it',
    ]);
  });

  describe('--install', needsLinux, () => {
    /** A copy of the command with two experiments, on a system whose package manager only tells what it was asked for. */
    function install(name: string, programs: Record<string, string>, typed?: string, flags: string[] = []) {
      const copy = join(folder, name);
      cpSync(join(root, 'site/scripts'), join(copy, 'site/scripts'), { recursive: true });
      mkdirSync(join(copy, 'experiments', 'lib'), { recursive: true });
      mkdirSync(join(copy, 'system/usr/sbin'), { recursive: true });
      for (const [slug, packages] of Object.entries({ one: '# to trace\nstrace\niperf3\n', two: 'iperf3\n' })) {
        mkdirSync(join(copy, 'experiments', slug, 'src'), { recursive: true });
        writeFileSync(join(copy, 'experiments', slug, 'src', 'main.rs'), '');
        writeFileSync(join(copy, 'experiments', slug, 'Cargo.toml'), '[package]');
        writeFileSync(join(copy, 'experiments', slug, 'debian-packages.txt'), packages);
      }
      const system = {
        // Without root, as with it.
        sudo: 'exec "$@"',
        // With a root folder of its own.
        env: `shift 4; exec /bin/sh site/scripts/lib/install-packages.sh ${folder}/${name}/system "$@"`,
        'apt-get': 'echo "asked to $*"',
        'dpkg-query': 'echo "iperf3 installed"; echo "strace not-installed"; exit 1',
        ...programs,
      };
      const line = [process.execPath, 'site/scripts/experiments.mjs', '--install', ...flags];
      // Where something is typed, at a terminal.
      const [program, ...args] = typed === undefined ? line : ['script', '-qec', line.join(' '), '/dev/null'];
      const { status, stdout, stderr } = spawnSync(program!, args, {
        cwd: copy,
        env: { HOME: folder, PATH: `${pathWith(`${name}-bin`, system)}:/usr/bin:/bin` },
        input: typed,
        encoding: 'utf8',
        timeout: 20_000,
      });
      return { status, stderr, asked: stdout.match(/(?<=^asked to ).*/gm) ?? [], stdout };
    }

    it('installs what is missing, once, and says so', () => {
      const { status, asked, stdout } = install('some-missing', {});
      expect(asked).toEqual(['update', 'install --yes --no-remove --no-install-recommends strace']);
      expect(stdout).toContain('apt-get install --yes --no-remove --no-install-recommends strace');
      expect(stdout).toMatch(/(As root|Through sudo), apt-get will install strace, .* starts and enables no service/);
      expect(stdout).not.toContain('[y/N]');
      expect(status).toBe(0);
    });

    // script(1) plays a terminal.
    const script = needs('script(1)', existsSync('/usr/bin/script'));
    it.each([
      ['y', 'y\n', [], 0],
      ['Yes', 'Yes\n', [], 0],
      ['n', 'n\n', [], 1],
      ['no answer', '\n', [], 1],
      ['the end of the input', '\x04', [], 1],
      ['--yes', '', ['--yes'], 0],
    ])('asks at a terminal, and goes by %s', script, (name, typed, flags, expected) => {
      const { status, asked, stdout } = install(`asks ${name}`.replaceAll(/\W/g, '-'), {}, typed, flags);
      expect(stdout).toMatch(/apt-get will install strace/);
      expect(stdout.includes('Install them? [y/N]')).toBe(flags.length === 0);
      expect(asked).toHaveLength(expected === 0 ? 2 : 0);
      expect(stdout.includes('Nothing was installed.')).toBe(expected === 1);
      expect(status).toBe(expected);
    });

    it('asks for nothing where all is there', () => {
      const all = 'echo "iperf3 installed"; echo "strace installed"';
      const { status, asked, stdout } = install('none-missing', { 'dpkg-query': all });
      expect(asked).toEqual([]);
      expect(stdout).toContain('All are installed: iperf3, strace');
      expect(status).toBe(0);
    });

    it('takes for there what another package provides', () => {
      const provided = 'echo "iperf3 installed|"; echo "strace-next installed|tracer (= 2), strace (= 9)"';
      const { asked, stdout } = install('provided', { 'dpkg-query': provided });
      expect(asked).toEqual([]);
      expect(stdout).toContain('All are installed: iperf3, strace');
    });

    it('installs each that it can where they can not be had together', () => {
      const { status, asked, stderr } = install('apart', {
        'dpkg-query': `cat ${folder}/apart/installed 2>/dev/null`,
        'apt-get': `echo "asked to $*"
          case "$*" in
            update) ;;
            *iperf3*) exit 100 ;;
            *) echo "strace installed|" >${folder}/apart/installed ;;
          esac`,
      });
      expect(asked.map((each) => each.split(' ').filter((word) => !word.startsWith('--')))).toEqual([
        ['update'],
        ['install', 'iperf3', 'strace'],
        ['install', 'iperf3'],
        ['install', 'strace'],
      ]);
      expect(stderr).toMatch(/status 100; still missing: iperf3\n$/);
      expect(status).toBe(1);
    });

    it('goes on where the lists of packages can not be had, and fails where a package can not', () => {
      const offline = install('offline', { 'apt-get': 'echo "asked to $*"; exit 100' });
      expect(offline.asked).toHaveLength(3);
      expect(offline.stderr).toContain('still missing: strace');
      expect(offline.status).toBe(1);
    });
  });
});

it('npm run build says once that it was not told the address, and what is full where a program can not write', () => {
  const copy = join(folder, 'build');
  const programs = playedProject(copy, (lab) => lab === '');
  const build = (name: string, more = {}) => runPlayed(copy, pathWith(name, { ...programs, ...more }), 'build');
  const built = build('build-bin');
  expect(built).toMatchObject({ status: 0, stderr: '' });
  expect(built.stdout.match(/SITE_URL/g)).toHaveLength(1);
  const astro = 'echo "12:00:00 [ERROR] ENOSPC: no space left on device, write"; echo "  Stack trace:"; exit 1';
  remove(join(copy, 'dist'));
  const full = build('full-bin', { astro });
  expect(full.stderr.trim()).toMatch(/^The disk at \/\S* is full \(\d+ MB free\): 'astro build' could not write .*$/);
  expect(full.status).toBe(1);
});

it('npm run check reminds of a METHOD.md, and passes all the same', () => {
  const copy = join(folder, 'check');
  const programs = { ...playedProject(copy, (lab) => lab === ''), prettier: 'exit 0', eslint: 'exit 0' };
  const experiment = join(copy, 'experiments/one');
  mkdirSync(experiment);
  writeFileSync(join(experiment, 'Cargo.toml'), '[package]\nname = "one"\n');
  writeFileSync(join(experiment, 'METHOD.md'), '');
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', ...args], { cwd: copy });
  for (const args of [['init'], ['add', 'experiments'], ['commit', '-m', 'one']]) expect(git(...args).status).toBe(0);
  const check = () => runPlayed(copy, writePrograms(`${copy}-bin`, programs), 'check');
  expect(check().stdout).not.toContain('NOTE');
  writeFileSync(join(experiment, 'main.rs'), '');
  const { status, stdout } = check();
  expect(stdout).toMatch(/\nNOTE one: experiments\/one\/main\.rs changed since [^]*\n6 of 6 checks passed\.\n$/);
  expect(status).toBe(0);
});

describe('npm run judge', () => {
  /** Each writes one file, or says that it would have to; of the second one, a record is damaged where that is asked for. */
  const generating = `file=content/$1/\${0##*/}; [ "\${0##*/}$1$BROKEN" = twojudgeyes ] && { echo "two: damaged" >&2; exit 1; }
    [ "$(cat $file 2>/dev/null)" = new ] && exit
    case $2 in --check) echo "\${0##*/}: not today's: $file" >&2; exit 1;; esac
    mkdir -p \${file%/*}; echo new > $file; echo $file`;

  function project(name: string, more: Record<string, string> = {}) {
    const copy = join(folder, name);
    cpSync(join(root, 'site/scripts'), join(copy, 'site/scripts'), { recursive: true });
    copyFileSync(join(root, 'Cargo.toml'), join(copy, 'Cargo.toml'));
    mkdirSync(join(copy, 'experiments', 'lib'), { recursive: true });
    const made = ['two', 'one'].map((slug) => {
      mkdirSync(join(copy, 'experiments', slug), { recursive: true });
      writeFileSync(join(copy, 'experiments', slug, 'Cargo.toml'), '[package]');
      writePrograms(join(copy, 'made'), { [slug]: generating });
      return { slug, line: JSON.stringify({ executable: join(copy, 'made', slug) }) };
    });
    const lines = made.map(({ slug, line }) => `case "$*" in *"--package ${slug}"*) echo '${line}';; esac`);
    const path = pathWith(`${name}-bin`, {
      cargo: `[ "$1" = build ] || exit 0; echo "$*" >> builds; ${lines.join('; ')}`,
      rustc: 'echo rustc 1.95.0',
      cc: 'exit 0',
      npm: 'exit 0',
      ...more,
    });
    const run = (args: string[] = [], env: Record<string, string> = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['site/scripts/judge.mjs', ...args], {
        cwd: copy,
        env: { HOME: folder, PATH: `${path}:/usr/bin:/bin`, ...env },
        encoding: 'utf8',
      });
      return { status, stdout: stdout.replaceAll(/^[✓✗·].*\n/gm, ''), stderr };
    };
    return { copy, run };
  }
  const files = (copy: string) =>
    ['describe', 'judge'].flatMap((part) =>
      ['one', 'two'].filter((slug) => existsSync(join(copy, 'content', part, slug))).map((slug) => `${part} ${slug}`),
    );
  const current = 'All words and claims are what the code makes.\n';

  it('writes the words and the claims of every experiment, compiled at once, and says which changed', () => {
    const { copy, run } = project('judge');
    const written = 'content/describe/one\ncontent/judge/one\ncontent/describe/two\ncontent/judge/two\n';
    expect(run()).toEqual({ status: 0, stdout: written + current, stderr: '' });
    expect(run()).toEqual({ status: 0, stdout: current, stderr: '' });
    const build = expect.stringMatching(/^build --bins --package one --package two /) as string;
    expect(readFileSync(join(copy, 'builds'), 'utf8').trim().split('\n')).toEqual([build, build]);
  });

  it('writes those of one that is named', () => {
    const { copy, run } = project('judge-one');
    expect(run(['two'])).toMatchObject({ status: 0 });
    expect(files(copy)).toEqual(['describe two', 'judge two']);
  });

  it('with --check changes nothing, and fails, with the files and the command, where something would change', () => {
    const { copy, run } = project('judge-check');
    run(['one']);
    const said =
      "two: not today's: content/describe/two\ntwo: not today's: content/judge/two\n`npm run judge` writes anew what is out of date.\n";
    expect(run(['--check'])).toEqual({ status: 1, stdout: '', stderr: said });
    expect(files(copy)).toEqual(['describe one', 'judge one']);
    expect(run(['--check', 'one'])).toEqual({ status: 0, stdout: current, stderr: '' });
  });

  it('writes what it can, and fails, where a record is damaged', () => {
    const { copy, run } = project('judge-damaged');
    const { status, stderr } = run([], { BROKEN: 'yes' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('two: damaged\n')]);
    expect(files(copy)).toEqual(['describe one', 'describe two', 'judge one']);
  });

  it('fails, with what Cargo says, where an experiment does not compile', () => {
    const cargo = 'case $1 in --version) exit;; esac; echo "error: no such thing" >&2; exit 101';
    const { run } = project('judge-uncompiled', { cargo });
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/do not compile:\nerror: no such thing/) as string,
    });
  });

  it.each([
    ['--nope', 2, 'stderr', /^\n?Unknown option '--nope'.*\(npm run judge -- /],
    ['three', 2, 'stderr', /^\n?There is no experiment 'three' here \(npm run judge -- /],
  ] as const)('answers %s before it builds anything', (arg, status, stream, said) => {
    const { copy, run } = project(`judge-${arg}`);
    const result = run([arg]);
    expect(result[stream]).toMatch(said);
    expect(result.status).toBe(status);
    expect(existsSync(join(copy, 'builds'))).toBe(false);
  });
});

describe('installing packages with services', needsLinux, () => {
  const policy = (system: string) => join(system, 'usr/sbin/policy-rc.d');
  const links = (system: string) => readdirSync(join(system, 'etc/systemd/system/multi-user.target.wants')).sort();

  /** A system with one service that starts with it. */
  function makeSystem(name: string) {
    const system = join(folder, name);
    for (const made of ['usr/sbin', 'etc/rc2.d', 'etc/rc3.d', 'etc/systemd/system/multi-user.target.wants']) {
      mkdirSync(join(system, made), { recursive: true });
    }
    symlinkSync('cron.service', join(system, 'etc/systemd/system/multi-user.target.wants/cron.service'));
    return system;
  }

  /** Installs on it a package whose service starts itself, as far as it may, now and with the system. */
  function install(system: string, aptGet = '') {
    const wants = join(system, 'etc/systemd/system/multi-user.target.wants');
    const path = pathWith(`${basename(system)}-bin`, {
      'apt-get': `[ $1 = install ] || exit 0
        ${policy(system)} nginx start; echo "the policy says $?; restarts are suspended: $NEEDRESTART_SUSPEND"
        ln -s nginx.service ${wants}/nginx.service; for level in 2 3; do ln -s ../init.d/nginx ${system}/etc/rc$level.d/S01nginx; done
        ${aptGet}`,
      // Ends with an error outside of an installation, as Debian's.
      'deb-systemd-helper': 'exit 1',
      // Ends with an error where nothing is left to do, as Debian's.
      'update-rc.d': `for level in 2 3; do mv ${system}/etc/rc$level.d/S01$1 ${system}/etc/rc$level.d/K01$1 || exit 1; done`,
    });
    return spawnSync('/bin/sh', ['site/scripts/lib/install-packages.sh', system, 'nginx-light'], {
      env: { PATH: `${path}:/usr/bin:/bin` },
      encoding: 'utf8',
    });
  }

  it('starts none, now or with the system, and leaves the others as they were', () => {
    const system = makeSystem('services');
    const { status, stdout } = install(system);
    expect(stdout).toContain('the policy says 101; restarts are suspended: 1');
    expect(status).toBe(0);
    expect(links(system)).toEqual(['cron.service']);
    expect(readdirSync(join(system, 'etc/rc2.d'))).toEqual(['K01nginx']);
    expect(readdirSync(join(system, 'etc/rc3.d'))).toEqual(['K01nginx']);
    expect(existsSync(policy(system))).toBe(false);
  });

  it.each([
    ['an installation that fails', 'exit 100', 100],
    ['one that is ended', 'kill -TERM $PPID; sleep 0.1', 143],
  ])('gives the system back its own policy, after %s, too', (_, aptGet, expected) => {
    const system = makeSystem(`policy-${expected}`);
    writeFileSync(policy(system), '#!/bin/sh\n# my own\nexit 104\n', { mode: 0o755 });
    const { status, stdout } = install(system, aptGet);
    expect(stdout).toContain('the policy says 101');
    expect(status).toBe(expected);
    expect(readFileSync(policy(system), 'utf8')).toContain('my own');
    expect(readdirSync(join(system, 'usr/sbin'))).toEqual(['policy-rc.d']);
  });

  it('is refused where there is a policy besides one that was set aside, and both stay', () => {
    const system = makeSystem('both');
    writeFileSync(policy(system), 'mine');
    writeFileSync(`${policy(system)}.set-aside`, 'mine as well');
    const { status, stdout, stderr } = install(system);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${policy(system)} are there`);
    expect(readFileSync(policy(system), 'utf8')).toBe('mine');
    expect(readFileSync(`${policy(system)}.set-aside`, 'utf8')).toBe('mine as well');
  });

  it('clears away the policy of one that was killed, and not what it had set aside', () => {
    const system = makeSystem('killed');
    writeFileSync(policy(system), '#!/bin/sh\n# my own\nexit 104\n', { mode: 0o755 });
    expect(install(system, 'kill -KILL $PPID').status).toBe(null);
    expect(readFileSync(policy(system), 'utf8')).not.toContain('my own');
    remove(join(system, 'etc'));
    expect(install(makeSystem('killed')).status).toBe(0);
    expect(readFileSync(policy(system), 'utf8')).toContain('my own');
  });
});

describe('npm test', () => {
  /** A copy of the commands in a project whose programs are all played by a script. */
  function project(name: string, programs: Record<string, string>, { args = [] as string[], tests = rustTests } = {}) {
    const copy = join(folder, name);
    const everything = {
      ...playedProject(copy),
      cargo: cargo(copy),
      vitest,
      playwright,
      ...programs,
    };
    writeFileSync(join(copy, 'rust-tests'), `#!/bin/sh\n${tests}\n`, { mode: 0o755 });
    const { status, stdout, stderr } = runPlayed(copy, pathWith(`${name}-bin`, everything), 'test', args);
    return { status, stdout, stderr, last: stdout.trimEnd().split('\n').at(-1) };
  }

  /** Says what it compiled: a program of tests. */
  const cargo = (copy: string) => {
    const made = {
      manifest_path: join(copy, 'Cargo.toml'),
      executable: join(copy, 'rust-tests'),
      target: { kind: ['lib'], name: 'lib' },
      profile: { test: true },
    };
    // Models' tests are compiled as WebAssembly besides, of which it has none.
    return `case "$*" in *wasm32*) ;; *--no-run*) echo '${JSON.stringify(made)}';; esac`;
  };
  const rustTests = 'echo "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured"';
  const vitestReport = JSON.stringify({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
  const touch = { projectName: 'desktop', status: 'skipped', annotations: [{ type: 'skip', description: 'no touch' }] };
  const playwrightReport = JSON.stringify({
    stats: { expected: 4, unexpected: 0, skipped: 1 },
    suites: [{ title: 'lab.spec.ts', specs: [{ title: 'scrolls', tests: [touch] }] }],
  });
  const vitest = `for a; do case $a in --outputFile.json=*) echo '${vitestReport}' > "\${a#*=}";; esac; done`;
  const playwright = `echo '${playwrightReport}' > "$PLAYWRIGHT_JSON_OUTPUT_FILE"`;

  it('ends with the sum over all runners', () => {
    const result = project('all-well', {});
    expect(result).toMatchObject({ status: 0, last: '9 passed, 0 failed, 1 skipped' });
    expect(result.stdout).toContain('\nskipped: Playwright: lab.spec.ts › scrolls [desktop]: no touch\n');
  });

  it('counts a Rust test that lacks a program as skipped, and names both', () => {
    const tests = `printf 'left out: a::test\\ttest\\tnginx\\n' >&2; ${rustTests}`;
    const result = project('left-out', {}, { tests });
    expect(result).toMatchObject({ status: 0, last: '8 passed, 0 failed, 2 skipped' });
    expect(result.stdout).toContain('skipped: Rust: left-out: lib lib: a::test: nginx\n');
  });

  it('runs what is ignored with --all alone, and builds the site at its own place and at another', () => {
    const programs = { astro: 'echo "$SITE_BASE" >> bases; mkdir -p $SITE_OUT; touch $SITE_OUT/404.html' };
    const tests = `echo "asked for $*"; ${rustTests}; exit 1`;
    const bases = (name: string) => readFileSync(join(folder, name, 'bases'), 'utf8');
    const plain = project('plain', programs, { tests });
    expect(plain.stdout).toMatch(/asked for *$/m);
    expect(bases('plain')).toBe('/\n/sub/\n');
    const all = project('all', programs, { args: ['--all'], tests });
    expect(all.stdout).toContain('asked for --include-ignored');
    expect(bases('all')).toBe('/\n/sub/\n');
  });

  it('measures every experiment when Rust’s tests and Vitest’s are through, beside the browser’s, and last what runs alone', () => {
    const copy = join(folder, 'in-turn');
    mkdirSync(join(copy, 'experiments', 'dice'), { recursive: true });
    writeFileSync(join(copy, 'experiments', 'dice', 'Cargo.toml'), '');
    const log = join(copy, 'log');
    const logged = (what: string, played: string) =>
      `echo "${what} begins" >> '${log}'; ${played}; echo "${what} ends" >> '${log}'`;
    // Ends in vain where the other does not begin within seconds.
    const once = (what: string) =>
      `for a in $(seq 100); do grep -q '${what} begins' '${log}' && break; sleep 0.1; done`;
    const programs = {
      vitest: logged(
        '$TEST_ALL',
        `if [ "$TEST_ALL" = runs ]; then ${once('playwright')}; else sleep 0.3; fi; ${vitest}`,
      ),
      playwright: logged('playwright', `${once('runs')}; ${playwright}`),
    };
    const tests = logged('rust', `sleep 0.3; ${rustTests}`);
    expect(project('in-turn', programs, { args: ['--all'], tests })).toMatchObject({ status: 0 });
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    const begun = (from: number, to: number) => lines.slice(from, to).sort();
    expect(begun(0, 4)).toEqual(['1 begins', '1 ends', 'rust begins', 'rust ends']);
    expect(begun(4, 6)).toEqual(['playwright begins', 'runs begins']);
    expect(lines.slice(8)).toEqual(['alone begins', 'alone ends']);
  });

  it.each([
    ['--nope', /^Unknown option '--nope'/],
    ['no-finding', /^There is no finding 'no-finding'; there are: buffer-size, .*unix-sockets$/],
  ])('refuses %s before it compiles anything, with status 2', (arg, said) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['site/scripts/test.mjs', arg], {
      env: { HOME: folder, PATH: pathWith('test-bin', { cargo: 'echo built; exit 1' }) },
      encoding: 'utf8',
    });
    expect(stderr.trim()).toMatch(said);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('runs the tests of one finding alone', () => {
    const copy = join(folder, 'one');
    for (const crate of ['experiments', 'wasm/models']) {
      mkdirSync(join(copy, crate, 'dice'), { recursive: true });
      writeFileSync(join(copy, crate, 'dice', 'Cargo.toml'), '');
    }
    mkdirSync(join(copy, 'site', 'findings', 'dice'), { recursive: true });
    const asked = (played: string) => `echo "asked for $*" >> '${join(copy, 'asked')}'; ${played}`;
    const programs = {
      cargo: asked(cargo(copy)),
      vitest: asked(vitest),
      playwright: asked(playwright),
    };
    expect(project('one', programs, { args: ['dice'] })).toMatchObject({ status: 0 });
    const all = readFileSync(join(copy, 'asked'), 'utf8');
    expect(all).toMatch(/^asked for test --package dice --package dice-model --no-run/m);
    expect(all).toMatch(/^asked for run .* findings\/dice\/ labs\/dice\/$/m);
    expect(all).toContain('\nasked for test --grep dice\n');
  });

  it('fails where a runner ran no test', () => {
    const none = `for a; do case $a in --outputFile.json=*) echo '{"numPassedTests":0,"testResults":[]}' > "\${a#*=}";; esac; done`;
    const result = project('none', { vitest: none });
    expect(result).toMatchObject({ status: 1, last: '6 passed, 1 failed, 1 skipped' });
    expect(result.stdout).toContain('\nfailed: Vitest: it ran no test\n');
  });

  it('fails where something it needs can not be had', () => {
    const cargo = 'case "$*" in --version) exit 127;; esac';
    expect(project('no-cargo', { cargo })).toMatchObject({ status: 1, last: '0 passed, 1 failed' });
  });

  it('fails where Rust does not compile', () => {
    const cargo = 'case "$*" in --version) echo cargo 1.95.0;; *) echo "error: could not compile" >&2; exit 101;; esac';
    expect(project('no-compile', { cargo })).toMatchObject({ status: 1, last: '7 passed, 1 failed, 1 skipped' });
  });

  it('fails where the site does not build, and still runs the other tests', () => {
    const result = project('no-site', { astro: 'echo "Unknown component" >&2; exit 1' });
    expect(result).toMatchObject({ status: 1, last: '5 passed, 1 failed' });
  });

  it('shows the tests of a runner that fails', () => {
    const red = { title: 'turns', tests: [{ projectName: 'desktop', status: 'unexpected' }] };
    const report = JSON.stringify({ stats: { expected: 3 }, suites: [{ title: 'lab.spec.ts', specs: [red] }] });
    const playwright = `echo "the lab stays blank"; echo '${report}' > "$PLAYWRIGHT_JSON_OUTPUT_FILE"; exit 1`;
    const result = project('red', { playwright });
    expect(result).toMatchObject({ status: 1, last: '8 passed, 1 failed' });
    expect(result.stdout).toContain('playwright │ the lab stays blank');
  });
});

describe('npm run long', () => {
  it.each([
    [['play', '-h'], 0, 'stdout', /^npm run long -- fuzz /],
    [['dice'], 2, 'stderr', /^There is no 'dice' \(npm run long -- fuzz \| play \| kills /],
    [['fuzz', '--inputs', 'many'], 2, 'stderr', /^--inputs takes a number above 0 \(npm run long -- /],
    [['kills', 'dice'], 2, 'stderr', /^There is no experiment 'dice'; there are: buffer-size, /],
    [['play', 'dice'], 2, 'stderr', /^There is no lab 'dice'; there are: buffer-size lab, /],
  ] as const)('answers %j before it builds anything', (args, status, stream, said) => {
    const result = spawnSync(process.execPath, ['site/scripts/long.mjs', ...args], {
      env: { HOME: folder, PATH: pathWith('long-bin', { cargo: 'echo built; exit 1' }) },
      encoding: 'utf8',
    });
    expect(result[stream].trim()).toMatch(said);
    expect(result).toMatchObject({ status });
  });

  it('draws a seed, tells it, keeps it with the whole command, and hands it on', () => {
    const copy = join(folder, 'long');
    const programs = {
      ...playedProject(copy, () => false),
      cargo: 'echo cargo "$*" $PROPTEST_CASES $PROPTEST_RNG_SEED',
      vitest: 'echo vitest "$*" $FAST_CHECK_RUNS $FAST_CHECK_SEED',
    };
    const { status, stdout } = runPlayed(copy, pathWith('long-programs', programs), 'long', ['fuzz', '--inputs', '30']);
    expect(status).toBe(0);
    const [again = '', seed] = /^npm run long -- fuzz --inputs 30 --seed (\d+)$/m.exec(stdout) ?? [];
    expect(readFileSync(join(copy, '.cache', 'long'), 'utf8')).toMatch(new RegExp(`^\\S+ ${again}\n$`));
    expect(stdout).toContain(`\ncargo test --profile fuzz --locked --workspace fuzz 30 ${seed}\n`);
    expect(stdout).toContain(`\nvitest run --project=unit fuzz 30 ${seed}\n`);
  });
});

describe('the server', () => {
  const site = join(folder, 'site');
  const closers: (() => Promise<void>)[] = [];
  beforeAll(() => {
    mkdirSync(join(site, 'page'), { recursive: true });
    mkdirSync(join(site, '_astro'), { recursive: true });
    writeFileSync(join(site, 'index.html'), 'home');
    writeFileSync(join(site, '404.html'), 'lost');
    writeFileSync(join(site, 'page', 'index.html'), 'a page');
    writeFileSync(join(site, '_astro', 'labs.wasm'), 'wasm');
    copyFileSync('public/_headers', join(site, '_headers'));
  });
  afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

  async function at(base: string) {
    const { address, close } = await serve({ folder: site, base, port: 0 });
    closers.push(close);
    return (path: string, headers = {}) => fetch(new URL(path, address), { redirect: 'manual', headers });
  }

  /** Sends a line as it stands, which `fetch` would tidy. Gives the answer, with its head. */
  async function send(line: string, base = '/') {
    const { address, close } = await serve({ folder: site, base, port: 0 });
    closers.push(close);
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    socket.write(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return (await socket.toArray()).join('');
  }

  it('serves pages and files with their types', async () => {
    const get = await at('/');
    expect(await (await get('/')).text()).toBe('home');
    expect(await (await get('/page/')).text()).toBe('a page');
    const wasm = await get('/_astro/labs.wasm');
    expect(wasm.headers.get('content-type')).toBe('application/wasm');
    expect(wasm.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['/', '/page/', '/page', '/_astro/labs.wasm', '/nothing/here', '/_astro/nothing.js'])(
    'sends what the site asks for with %s',
    async (path) => {
      const { status, headers } = await (await at('/'))(path);
      expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      // A missing file may be there a moment later, so its answer must not be cached.
      if (status === 404) expect(headers.get('cache-control')).toBeNull();
    },
  );

  it('refuses headers that it cannot read', () => {
    expect(() => readHeaders('  X-Frame-Options: DENY\n')).toThrow('neither a path nor a header');
    expect(() => readHeaders('/*\n  X-Frame-Options\n')).toThrow('neither a path nor a header');
    const read = readHeaders('# a comment\n/*\n  A: 1\n  B: 2\n\n/page/\n  B: 3\n');
    expect(read('/page/')).toEqual({ A: '1', B: '3' });
    expect(read('/page')).toEqual({ A: '1', B: '2' });
  });

  it('sends a page without its slash to the one with', async () => {
    const response = await (await at('/'))('/page?seed=1');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/page/?seed=1');
  });

  it('answers what is not there with the page for it', async () => {
    const response = await (await at('/'))('/nothing/here');
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('lost');
  });

  it('keeps to its base path', async () => {
    const get = await at('/sub/');
    expect((await get('/')).headers.get('location')).toBe('/sub/');
    expect((await get('/sub')).headers.get('location')).toBe('/sub/');
    expect(await (await get('/sub/page/')).text()).toBe('a page');
    expect((await get('/page/')).status).toBe(404);
  });

  it.each(['/..%2fbeside', '/..%2fbeside/', '/..%2fbeside/page'])('stays in its folder at %s', async (path) => {
    mkdirSync(join(folder, 'beside', 'page'), { recursive: true });
    writeFileSync(join(folder, 'beside', 'index.html'), 'secret');
    writeFileSync(join(folder, 'beside', 'page', 'index.html'), 'secret');
    const response = await (await at('/'))(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('lost');
  });

  it.each(
    [
      ['//', '///', '//[', '//:80', '//@/', '//evil.com/page', '/.//evil.com/..%2fpage', '/\\evil.com/page'],
      ['http://', 'http://[::1/', 'http://a:99999/', 'ftp://a/', '*', 'page', '?'],
    ].flat(),
  )('answers a request for %j with 400', async (target) => {
    expect(await send(`GET ${target} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await send(`GET ${target} HTTP/1.1`, '/sub/')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['GET', 'GET / HTTP/9.9', '\0\x01', 'get it'])('answers a line that is none, %j, with 400', async (line) => {
    expect(await send(line)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('answers a whole address, as a proxy sends it', async () => {
    expect(await send('GET http://a.example/page/ HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 [^]*a page$/);
  });

  it.each([
    // 'a page' has six bytes.
    ['bytes=0-1', 206, 'a ', 'bytes 0-1/6'],
    ['bytes=2-', 206, 'page', 'bytes 2-5/6'],
    ['bytes=2-99999999999999999999', 206, 'page', 'bytes 2-5/6'],
    ['bytes=-4', 206, 'page', 'bytes 2-5/6'],
    ['bytes=-99', 206, 'a page', 'bytes 0-5/6'],
    ['bytes=9-3', 416, '', 'bytes */6'],
    ['bytes=3-2', 416, '', 'bytes */6'],
    ['bytes=6-', 416, '', 'bytes */6'],
    ['bytes=-0', 416, '', 'bytes */6'],
    ['bytes=', 200, 'a page', null],
    ['bytes=-', 200, 'a page', null],
    ['bytes=0-1,3-4', 200, 'a page', null],
    ['bytes=x-y', 200, 'a page', null],
  ])('answers the range %j with %d', async (range, status, body, sent) => {
    const response = await (await at('/'))('/page/', { range });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
    expect(response.headers.get('content-range')).toBe(sent);
  });

  it('answers whatever is asked, leads nowhere else, and gives out nothing that lies outside', async () => {
    writeFileSync(join(folder, 'secret.html'), 'TOP SECRET');
    const { address, close } = await serve({ folder: site, base: '/', port: 0 });
    closers.push(close);
    const { hostname, port } = new URL(address);
    const piece = fc.constantFrom(
      ...[
        '/',
        '//',
        '/..',
        '/.',
        '..',
        '\\',
        '%2f',
        '%5c',
        '%2e%2e',
        '%2e',
        '%00',
        '%',
        '%ff',
        '%zz',
        '?',
        '#',
        '&',
        ';',
      ],
      ...[
        'page',
        'secret',
        'secret.html',
        'site',
        'index',
        '.html',
        '.gz',
        '_astro',
        'labs.wasm',
        '_headers',
        '~',
        '*',
      ],
      ...[
        'http:',
        'HTTPS://',
        'evil.com',
        '@',
        ':80',
        ':99999',
        '[',
        '::1',
        ']',
        ' ',
        '\t',
        'é',
        '\x80',
        'a'.repeat(20_000),
      ],
    );
    const begin = fc.constantFrom(
      '',
      '/',
      '//',
      '/.//',
      '/\\',
      '/..',
      '/%2e%2e/',
      '/..%2f',
      'http://',
      'HTTP://evil.com//',
    );
    const end = fc.constantFrom('', 'page', '/page', 'secret.html', '/..%2fsecret.html', '/../../secret');
    const target = fc.tuple(begin, fc.array(piece, { maxLength: 2 }), end).map((pieces) => pieces.flat().join(''));
    const number = fc.constantFrom('', '0', '1', '3', '6', '99', '-1', '1e3', '0x1', '9'.repeat(30), ' 2 ');
    const header = fc.oneof(
      fc.tuple(number, number).map(([from, to]) => `Range: bytes=${from}-${to}`),
      fc.constantFrom(
        ...['Range: lines=1-2', 'Range: bytes=0-0,-1', 'Range:', 'If-None-Match: *', 'If-Modified-Since: never'],
        ...[
          'Accept-Encoding: br, gzip;q=0, *',
          'Accept-Encoding: \x80',
          'Host:',
          'Host: [',
          'Expect: 100-continue',
          'Expect: x',
        ],
        ...[
          'Content-Length: 5',
          'Content-Length: -1',
          'Transfer-Encoding: chunked',
          'Transfer-Encoding: x',
          'no header',
          ':',
        ],
        ...[
          'Upgrade: websocket\r\nConnection: upgrade',
          ' folded',
          'A: \0',
          `A: ${'a'.repeat(20_000)}`,
          'A: 1\r\n'.repeat(3000),
        ],
      ),
    );
    const request = fc.record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant('GET') },
        fc.constantFrom('HEAD', 'POST', 'CONNECT', 'get', ''),
      ),
      target,
      version: fc.oneof(
        { weight: 4, arbitrary: fc.constant(' HTTP/1.1') },
        fc.constantFrom(' HTTP/1.0', ' HTTP/2.0', ''),
      ),
      headers: fc.array(header, { maxLength: 2 }),
    });
    const answers = new Set<string>();
    await fc.assert(
      fc.asyncProperty(request, async ({ method, target, version, headers }) => {
        const socket = connect(Number(port), hostname).setEncoding('latin1');
        // Some never end, so that no answer comes.
        socket.setTimeout(50, () => socket.destroy()).on('error', () => {});
        socket.write([`${method} ${target}${version}`, 'Connection: close', ...headers, '', ''].join('\r\n'), 'latin1');
        let answer = '';
        socket.on('data', (text: string) => (answer += text));
        await new Promise((closed) => socket.once('close', closed));
        answers.add(answer.slice(0, 12));
        expect(answer).toMatch(/^($|HTTP\/1\.1 ([23]\d\d|4\d\d|100) )/);
        expect(answer).not.toContain('TOP SECRET');
        expect(answer).not.toMatch(/^location: (?!\/(?![/\\]))/im);
      }),
      { numRuns: 300 },
    );
    const usual = [200, 302, 400, 404].map((status) => `HTTP/1.1 ${status}`);
    expect([...answers]).toEqual(expect.arrayContaining(usual));
    expect(await (await fetch(address)).text()).toBe('home');
  });

  /** A server, and clients that are slow to ask, to read, or never do: fifty of each kind. */
  async function serveSlowClients() {
    writeFileSync(join(site, 'large.bin'), Buffer.alloc(4 << 20));
    const { address, close } = await serve({ folder: site, base: '/', port: 0 });
    closers.push(close);
    const { hostname, port } = new URL(address);
    const sockets = [
      '',
      'GET / HT',
      'GET / HTTP/1.1\r\nHost: x\r\nA',
      'GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5),
    ]
      .flatMap((part) => Array.from({ length: 50 }, () => part))
      .map((part) => {
        const socket = connect(Number(port), hostname).on('error', () => {});
        socket.write(part);
        // Nobody reads what comes.
        return socket.pause();
      });
    closers.push(() => Promise.resolve(sockets.forEach((socket) => void socket.destroy())));
    return { address, sockets };
  }

  it('answers others while some are slow to ask, to read, or never do', async () => {
    const { address, sockets } = await serveSlowClients();
    for (let times = 0; times < 20; times++) {
      for (const socket of sockets.slice(100, 150)) socket.write('a');
      expect(await (await fetch(address)).text()).toBe('home');
    }
    expect((await (await fetch(new URL('/large.bin', address))).arrayBuffer()).byteLength).toBe(4 << 20);
  });

  it('opens a file for each connection, and leaves none open for those who have gone', needsLinux, async () => {
    const { address, sockets } = await serveSlowClients();
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(join('/proc/self/fd', fd)).endsWith('large.bin');
        } catch {
          return false;
        }
      });
    await vi.waitFor(() => expect(open().length).toBeGreaterThanOrEqual(50), { timeout: 10_000 });
    // By then all that they asked has come.
    expect(await (await fetch(address)).text()).toBe('home');
    expect(open().length).toBeLessThanOrEqual(50);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(open()).toEqual([]), { timeout: 10_000 });
  });

  it('has no more descriptors after hundreds of broken pipelines than before', needsLinux, async () => {
    const { address, close } = await serve({ folder: site, base: '/', port: 0 });
    closers.push(close);
    const { hostname, port } = new URL(address);
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const [before, rounds] = [descriptors(), 4];
    for (let round = 0; round < rounds; round++) {
      const sockets = Array.from({ length: 50 }, () => connect(Number(port), hostname).on('error', () => {}));
      for (const socket of sockets) socket.write('GET /page/ HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
      expect(await (await fetch(address)).text()).toBe('home');
      for (const socket of sockets) socket.destroy();
    }
    // But for both ends of connections that `fetch` may keep.
    await vi.waitFor(() => expect(descriptors()).toBeLessThanOrEqual(before + 2 * rounds), { timeout: 10_000 });
  });

  it('answers requests of one connection in their order, and drops a client that asks on and on', async () => {
    const { address, close } = await serve({ folder: site, base: '/', port: 0 });
    closers.push(close);
    const { hostname, port } = new URL(address);
    const asked = async (requests: string) => {
      const socket = connect(Number(port), hostname)
        .setEncoding('latin1')
        .on('error', () => {});
      socket.write(requests);
      let answers = '';
      socket.on('data', (text: string) => (answers += text));
      await new Promise((closed) => socket.once('close', closed));
      return answers;
    };
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const last = get('/nothing', 'Connection: close\r\n');
    expect(await asked(get('/page/') + get('/') + last)).toMatch(/\r\na pageHTTP[^]+\r\nhomeHTTP[^]+\r\nlost\r\n/);
    expect(await asked(get('/page/').repeat(1000) + last)).not.toContain('lost');
  });

  it('lives on where a file cannot be read', needsLinux, async () => {
    const { createReadStream } = fs;
    // A file that reads with an error even for root.
    const opened = vi
      .spyOn(fs, 'createReadStream')
      .mockImplementation((_file, options) => createReadStream('/proc/self/mem', options));
    syncBuiltinESMExports();
    const get = await at('/');
    try {
      await expect(get('/_astro/labs.wasm')).rejects.toThrow();
    } finally {
      opened.mockRestore();
      syncBuiltinESMExports();
    }
    expect((await get('/page/')).status).toBe(200);
  });

  it('follows no link, and waits for no FIFO', needsLinux, async () => {
    writeFileSync(join(folder, 'secret.html'), 'TOP SECRET');
    mkdirSync(join(folder, 'beside'), { recursive: true });
    writeFileSync(join(folder, 'beside', 'index.html'), 'TOP SECRET');
    const here = makeTemporary('links-');
    closers.push(() => Promise.resolve(remove(here)));
    cpSync(site, here, { recursive: true });
    symlinkSync(join(folder, 'secret.html'), join(here, 'link.html'));
    symlinkSync(join(folder, 'secret.html'), join(here, 'index.html.br'));
    symlinkSync(join(folder, 'beside'), join(here, 'folder'));
    spawnSync('mkfifo', [join(here, 'fifo')]);
    const { address, close } = await serve({ folder: here, base: '/', port: 0 });
    closers.push(close);
    // More than Node has threads for files.
    const paths = ['/link', '/link.html', '/', '/folder/', '/folder', ...Array.from({ length: 8 }, () => '/fifo')];
    const answers = await Promise.all(paths.map((path) => fetch(new URL(path, address)).then((one) => one.text())));
    expect(answers).toEqual(paths.map(() => 'lost'));
    expect(await (await fetch(new URL('/page/', address))).text()).toBe('a page');
  });

  it('outlives a hang-up where it has no terminal, as under nohup', async () => {
    const server = spawn(process.execPath, [join(root, 'site/scripts/serve.mjs'), site], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    closers.push(() => Promise.resolve(void server.kill('SIGKILL')));
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const [address = ''] = /http:\S+/.exec(String(line)) ?? [];
    server.kill('SIGHUP');
    expect(await (await fetch(address)).text()).toBe('home');
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  });

  it('can be reached from this machine alone, unless told otherwise', async () => {
    const { address, others, close } = await serve({ folder: site, base: '/', port: 0 });
    closers.push(close);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(others).toBe('');
  });

  // Where the other loopback addresses are interfaces of their own to whom listens on one.
  it('cannot be reached at another address of this machine', needsLinux, async () => {
    const { address, close } = await serve({ folder: site, base: '/', port: 0 });
    closers.push(close);
    await expect(fetch(address.replace('.1:', '.2:'))).rejects.toThrow();
  });

  it.each([
    ['0.0.0.0', '127.0.0.1', /every other address/],
    ['::', '127.0.0.1', /every other address/],
    ['::1', '[::1]', /^$/],
    ['localhost', 'localhost', /^$/],
  ])('says where it can be reached with a HOST of %j', (host, name, others) => {
    expect(describeHost(host)).toEqual({ name, others: expect.stringMatching(others) as string });
  });

  it('takes the next port where another server was faster, or says so', async () => {
    const first = await serve({ folder: site, base: '/', port: 0 });
    closers.push(first.close);
    const port = Number(new URL(first.address).port);
    const second = await serve({ folder: site, base: '/', port, orNext: true });
    closers.push(second.close);
    expect(Number(new URL(second.address).port)).toBeGreaterThan(port);
    await expect(serve({ folder: site, base: '/', port })).rejects.toThrow(`Port ${port} is in use`);
  });
});
