import { spawnSync } from 'node:child_process';
import {
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
    ['--help', 0, 'stdout', /^npm run bench -- [^]*quiet machine/],
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
    ['--help', 0, 'stdout', /^npm run experiments -- .*[^]*The experiments: .*load-balancing/],
    ['-h', 0, 'stdout', /^npm run experiments -- /],
    ['--nope', 2, 'stderr', /--nope is not for several experiments/],
  ] as const)('answers %s before it builds anything', (flag, status, stream, said) => {
    const path = pathWith('experiments-bin', { cargo: 'echo built; exit 1', rustc: 'exit 1', npm: 'exit 1' });
    const result = spawnSync(process.execPath, ['site/scripts/experiments.mjs', flag], {
      env: { HOME: folder, PATH: path },
      encoding: 'utf8',
    });
    expect(result[stream].trim()).toMatch(said);
    expect(result).toMatchObject({ status });
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

    // It plays a terminal.
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
    ['--help', 0, 'stdout', /^npm run judge -- [^]*measures nothing/],
    ['-h', 0, 'stdout', /^npm run judge -- /],
    ['--nope', 2, 'stderr', /^\n?Unknown option '--nope'.*\(npm run judge -- /],
    ['three', 2, 'stderr', /^\n?there is no experiment three here \(npm run judge -- /],
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
      vitest: `for a; do case $a in --outputFile.json=*) echo '${vitestReport}' > "\${a#*=}";; esac; done`,
      playwright: `echo '${playwrightReport}' > "$PLAYWRIGHT_JSON_OUTPUT_FILE"`,
      ...programs,
    };
    writeFileSync(join(copy, 'rust-tests'), `#!/bin/sh\n${tests}\n`, { mode: 0o755 });
    const { status, stdout } = runPlayed(copy, pathWith(`${name}-bin`, everything), 'test', args);
    return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) };
  }

  /** Says what it compiled: programs of tests, each in a package of its own. */
  const cargo = (copy: string, names = ['lib']) => {
    const made = names.map((name) => ({
      manifest_path: join(copy, ...(names.length > 1 ? [name] : []), 'Cargo.toml'),
      executable: join(copy, 'rust-tests'),
      target: { kind: ['lib'], name },
      profile: { test: true },
    }));
    return `case "$*" in *--no-run*) printf '%s\\n' ${made.map((each) => `'${JSON.stringify(each)}'`).join(' ')};; esac`;
  };
  const rustTests = 'echo "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured"';
  const vitestReport = JSON.stringify({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
  const touch = { projectName: 'desktop', status: 'skipped', annotations: [{ type: 'skip', description: 'no touch' }] };
  const playwrightReport = JSON.stringify({
    stats: { expected: 4, unexpected: 0, skipped: 1 },
    suites: [{ title: 'lab.spec.ts', specs: [{ title: 'scrolls', tests: [touch] }] }],
  });

  it('ends with the sum over all runners', () => {
    const result = project('all-well', {});
    expect(result).toMatchObject({ status: 0, last: '9 passed, 0 failed, 1 skipped' });
    expect(result.stdout).toContain('\nskipped: lab.spec.ts › scrolls [desktop]: no touch\n');
  });

  it('counts a Rust test that lacks a program as skipped, and names both', () => {
    const tests = `printf 'a::test\\ttest\\tnginx\\n' > "$TESTKIT_LEFT_OUT"; ${rustTests}`;
    const result = project('left-out', {}, { tests });
    expect(result).toMatchObject({ status: 0, last: '8 passed, 0 failed, 2 skipped' });
    expect(result.stdout).toContain('skipped: left-out: lib lib: a::test: nginx\n');
  });

  it('runs by itself, after all others, a program of Rust tests that says so by its name', () => {
    const copy = join(folder, 'alone');
    for (const name of ['whole_alone', 'one', 'other']) mkdirSync(join(copy, name), { recursive: true });
    const tests = `name=\${PWD##*/}; echo start $name >> ../order; sleep 0.3; echo end $name >> ../order; ${rustTests}`;
    const result = project('alone', { cargo: cargo(copy, ['whole_alone', 'one', 'other']) }, { tests });
    expect(result.last).toBe('13 passed, 0 failed, 1 skipped');
    const order = readFileSync(join(copy, 'order'), 'utf8').trim().split('\n');
    expect(order.slice(-2)).toEqual(['start whole_alone', 'end whole_alone']);
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

  it('refuses what it does not know, with status 2', () => {
    expect(project('unknown', {}, { args: ['--nope'] })).toMatchObject({ status: 2, stdout: '' });
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
    const report = playwrightReport.replace('"unexpected":0', '"unexpected":2');
    const playwright = `echo "the lab stays blank"; echo '${report}' > "$PLAYWRIGHT_JSON_OUTPUT_FILE"; exit 1`;
    const result = project('red', { playwright });
    expect(result).toMatchObject({ status: 1, last: '9 passed, 2 failed, 1 skipped' });
    expect(result.stdout).toContain('playwright │ the lab stays blank');
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
      // What is missing may be there a moment later.
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

  it('leaves no file open for those who have gone', needsLinux, async () => {
    const { sockets } = await serveSlowClients();
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(join('/proc/self/fd', fd)).endsWith('large.bin');
        } catch {
          return false;
        }
      });
    await vi.waitFor(() => expect(open()).not.toEqual([]), { timeout: 10_000 });
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(open()).toEqual([]), { timeout: 10_000 });
  });

  it('lives on where a file cannot be read', needsLinux, async () => {
    // A regular file, which reads with an error even for root.
    symlinkSync('/proc/self/mem', join(site, 'unreadable.html'));
    const get = await at('/');
    await expect(get('/unreadable.html')).rejects.toThrow();
    expect((await get('/page/')).status).toBe(200);
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
