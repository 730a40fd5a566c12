import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './paths.mjs';
import {
  formatCounts,
  formatExceptions,
  judge,
  prefixed,
  readPlaywright,
  readRust,
  readVitest,
  results,
  total,
} from './results.mjs';
import { inLanes, mayMeet, readPrograms } from './rust-tests.mjs';

describe('a program of Rust tests', () => {
  const green = [
    'running 6 tests',
    'test tests::first ... ok',
    'test tests::panics - should panic ... ok',
    'test tests::kills ... ignored, kills what it starts',
    'test tests::silent ... ignored',
    '',
    'test result: ok. 4 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s',
  ].join('\n');
  const red = [
    'test tests::wrong ... FAILED',
    '',
    'failures:',
    '',
    '---- tests::wrong stdout ----',
    "thread 'tests::wrong' panicked at src/lib.rs:3:5:",
    'assertion failed',
    '',
    '',
    'failures:',
    '    tests::wrong',
    '',
    'test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s',
  ].join('\n');

  it('says what passed, what failed and how, and what was left out', () => {
    expect(readRust(green, green)).toEqual(
      results({ passed: 4, skipped: ['tests::kills: kills what it starts', 'tests::silent: it does not say why'] }),
    );
    const message = "\n    thread 'tests::wrong' panicked at src/lib.rs:3:5:\n    assertion failed";
    expect(readRust(red, red)).toEqual(results({ passed: 2, failed: [`tests::wrong${message}`] }));
  });

  it('counts tests that say they lack something as skipped, once, unless they failed', () => {
    const said = [
      'left out: tests::first\ttest\tnginx, wrk',
      // Said twice, as by a helper that runs twice, and amid what a child of a test says.
      'half a lineleft out: tests::first\ttest\tnginx, wrk',
      'left out: tests::second\tpart\tnftables',
      'left out: tests::wrong\ttest\tpython3',
    ].join('\n');
    expect(readRust(green, `${said}\n${green}`)).toMatchObject({ passed: 2, partly: ['tests::second: nftables'] });
    expect(readRust(red, `${said}\n${red}`)).toMatchObject({ passed: 1, skipped: ['tests::first: nginx, wrk'] });
  });

  it('is one that Cargo compiled as tests', () => {
    const artifact = (executable: string | null, kind: string, name: string, test: boolean) =>
      JSON.stringify({
        manifest_path: '/checkout/a-crate/Cargo.toml',
        executable,
        target: { kind: [kind], name },
        profile: { test },
      });
    const messages = [
      artifact(null, 'lib', 'a_crate', false),
      artifact('/target/a-crate', 'bin', 'a-crate', false),
      artifact('/target/deps/a_crate-1', 'lib', 'a_crate', true),
      artifact('/target/deps/one-2', 'test', 'one', true),
      artifact('/target/deps/own_cleanup-3', 'test', 'own_cleanup', true),
      '{"reason":"build-finished","success":true}',
    ].join('\n');
    const program = (name: string, file: string, isIntegration: boolean, comparesMachine: boolean) => ({
      ...{ name: `a-crate: ${name}`, file: `/target/deps/${file}`, folder: '/checkout/a-crate' },
      ...{ isIntegration, comparesMachine },
    });
    // First those that may meet the fewest.
    expect(readPrograms(messages)).toEqual([
      program('own_cleanup', 'own_cleanup-3', true, true),
      program('one', 'one-2', true, false),
      program('lib a_crate', 'a_crate-1', false, false),
    ]);
  });

  it('meets none of its own package, and none that drives an experiment where it compares what the machine has', () => {
    const program = (folder: string, isIntegration: boolean, comparesMachine = false) => ({
      ...{ name: '', file: '', folder, isIntegration, comparesMachine },
    });
    const [unit, drives, compares] = [program('a', false), program('a', true), program('a', true, true)];
    const others = [program('b', false), program('b', true), program('b', true, true)];
    const met = (one: typeof unit) => [unit, ...others].map((other) => mayMeet(one, other));
    expect(met(unit)).toEqual([false, true, true, true]);
    expect(met(drives)).toEqual([false, true, true, false]);
    expect(met(compares)).toEqual([false, true, false, false]);
  });

  it('runs beside another that it may meet, and lets that one pass where it may not', async () => {
    const underWay = new Set<number>();
    const met: string[] = [];
    const done = await inLanes(
      [1, 3, 2, 4, 6],
      2,
      (one, other) => one % 2 !== other % 2,
      async (number) => {
        met.push([...underWay, number].join('+'));
        underWay.add(number);
        await new Promise(setImmediate);
        underWay.delete(number);
        return number;
      },
    );
    expect(met).toEqual(['1', '1+2', '2+3', '3+4', '6']);
    expect(done.sort()).toEqual([1, 2, 3, 4, 6]);
  });
});

describe('Vitest', () => {
  it('says what passed, what failed and how, and what tests lack', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a works', duration: 3 },
      { status: 'failed', fullName: 'b works', failureMessages: ['\u001b[31mError\u001b[39m: 1 is not 2\n  at b'] },
      { status: 'skipped', fullName: 'c works on a Mac', meta: { lacks: 'a Mac' } },
      { status: 'todo', fullName: 'd is to be written' },
    ];
    const testResults = [{ status: 'failed', message: '', assertionResults }];
    expect(readVitest(JSON.stringify({ numPassedTests: 1, testResults }))).toMatchObject({
      passed: 1,
      failed: ['b works\n    Error: 1 is not 2\n      at b'],
      skipped: ['c works on a Mac: a Mac', 'd is to be written: it does not say why'],
      took: expect.arrayContaining([['a works', 3]]) as [],
    });
  });

  it('says which files could not be set up, of whose tests none failed', () => {
    const skipped = { status: 'skipped', fullName: 'a works' };
    const file = (name: string, message: string) => ({
      ...{ name: join(root, 'site', name), status: 'failed', message, assertionResults: [skipped] },
    });
    const testResults = [file('a.test.ts', 'Hook timed out'), file('b.test.ts', '')];
    expect(readVitest(JSON.stringify({ numPassedTests: 3, testResults })).failed).toEqual([
      'site/a.test.ts\n    Hook timed out',
      'site/b.test.ts\n    what stands before or after a group of its tests failed',
    ]);
  });
});

it('Playwright says what passed, what failed and how, why tests were skipped, and what failed outside of tests', () => {
  const spec = (title: string, status: string, more: object = {}) => ({
    title,
    tests: [{ projectName: 'phone', status, ...more }],
  });
  const suite = {
    title: 'lab.spec.ts',
    specs: [
      spec('waits', 'skipped'),
      spec('moves', 'unexpected', { results: [{ duration: 7, error: { message: 'too late' } }] }),
    ],
    suites: [
      {
        title: 'a curve',
        specs: [spec('is drawn', 'skipped', { annotations: [{ type: 'skip', description: 'no mouse' }] })],
      },
    ],
  };
  const report = { stats: { expected: 4 }, suites: [suite], errors: [{ message: 'no such import' }] };
  expect(readPlaywright(JSON.stringify(report))).toMatchObject({
    passed: 4,
    failed: ['lab.spec.ts › moves [phone]\n    too late', 'outside of all tests\n    no such import'],
    skipped: ['lab.spec.ts › waits [phone]: it does not say why', 'lab.spec.ts › a curve › is drawn [phone]: no mouse'],
    took: expect.arrayContaining([['lab.spec.ts › moves [phone]', 7]]) as [],
  });
});

describe('the sum over all runners', () => {
  it('names the exceptions by their runners, failures last, and counts skipped tests where there are any', () => {
    const all = total([
      prefixed('Rust', results({ passed: 2, partly: ['a: docker'], skipped: ['b: nginx'] })),
      prefixed('Vitest', results({ passed: 1, failed: ['c\n    1 is not 2'] })),
    ]);
    expect(formatCounts(all)).toBe('3 passed, 1 failed, 1 skipped');
    expect(formatExceptions(all)).toEqual([
      'skipped: Rust: b: nginx',
      'partly skipped: Rust: a: docker',
      'failed: Vitest: c\n    1 is not 2',
    ]);
    expect(formatCounts(results({ passed: 1 }))).toBe('1 passed, 0 failed');
  });

  it.each([
    ['succeeded', 0, [], []],
    ['crashed after its last test', 101, [], ['it ended with status 101']],
    ['counted the failures itself', 1, ['a'], ['a']],
  ])('of a runner that %s is right', (_, code, reported, failed) => {
    expect(judge(code, () => results({ passed: 3, failed: reported }))).toEqual(results({ passed: 3, failed }));
  });

  it('counts a runner that left no readable report as a failure', () => {
    const failure = results({ failed: ['it did not come to its end'] });
    expect(judge(0, () => readRust('running 3 tests\ntest first ... ok\n', ''))).toEqual(failure);
    expect(judge(0, () => readVitest('{"numPassed'))).toEqual(failure);
    expect(judge(0, () => readPlaywright('{}'))).toEqual(failure);
  });

  it('says what a program panicked of that ended at once', () => {
    const panic = "thread 'main' (1) panicked at src/wire.rs:223:56:\nattempt to add with overflow";
    const output = `running 3 tests\ntest first ... ok\n${panic}\n`;
    const [name, ...lines] = judge(1, () => readRust(output, output), output)
      .failed.join('')
      .split('\n    ');
    expect([name, lines.join('\n')]).toEqual(['it did not come to its end', panic]);
  });
});
