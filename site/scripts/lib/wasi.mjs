// Runs a program of tests that is WebAssembly: node wasi.mjs PROGRAM [ARGUMENT ...].
import { readFileSync } from 'node:fs';
import { argv, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(argv[2] ?? ''));
const imports = /** @type {WebAssembly.Imports} */ (wasi.getImportObject());
exit(wasi.start(await WebAssembly.instantiate(module, imports)));
