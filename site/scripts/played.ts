// A project in which the commands are themselves, and every program that they start is played by a script.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './lib/paths.mjs';

const PARTS = ['site/scripts', 'package.json', 'package-lock.json', '.npmrc', 'Cargo.toml', 'Cargo.lock'];

/** Writes programs, each a shell's script, into a folder for the path. */
export function writePrograms(folder: string, programs: Record<string, string>): string {
  mkdirSync(folder, { recursive: true });
  for (const [program, script] of Object.entries(programs))
    writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

/** Copies the commands to `copy`, with these labs, and says what plays the programs that a build starts. */
export function playedProject(copy: string, isWanted: (lab: string) => boolean = () => true) {
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  cpSync(join(root, 'wasm'), join(copy, 'wasm'), {
    recursive: true,
    filter: (path) => isWanted(/wasm\/labs\/([^/]+)/.exec(path)?.[1] ?? ''),
  });
  mkdirSync(join(copy, 'node_modules', '.bin'), { recursive: true });
  // As npm leaves it.
  writeFileSync(join(copy, 'node_modules', '.package-lock.json'), '{}');
  mkdirSync(join(copy, 'experiments', 'lib'), { recursive: true });
  return {
    npm: 'mkdir -p node_modules; exit 0',
    cc: 'exit 0',
    cargo: 'exit 0',
    rustc: `case "$*" in *target-libdir*) echo '${copy}';; *) echo rustc 1.95.0;; esac`,
    // Makes a lab's package without limits for `build SOURCE … --out-dir FOLDER`.
    'wasm-pack': `case $1 in --version) echo wasm-pack 0.15.1; exit;; esac
      cd $2; while [ $1 != --out-dir ]; do shift; done; mkdir -p $2; cd $2; touch models_bg.wasm
      echo 'export function initSync() {}' > models.js`,
    'wasm-bindgen': `sed -n 's/^wasm-bindgen = "=/wasm-bindgen /p' Cargo.toml`,
    'wasm-opt': 'exit 0',
    chromium: 'exit 0',
    // Through which packages are installed.
    env: 'exit 1',
    astro: 'mkdir -p "$SITE_OUT"; echo lost > "$SITE_OUT/404.html"',
  };
}

/** Runs a command of the copy, with nothing on the path but what plays programs, Node and the system's own. */
export function runPlayed(copy: string, bin: string, command: string, args: readonly string[] = [], timeout?: number) {
  return spawnSync(process.execPath, [`site/scripts/${command}.mjs`, ...args], {
    cwd: copy,
    env: { HOME: dirname(bin), PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':') },
    encoding: 'utf8',
    timeout,
  });
}
