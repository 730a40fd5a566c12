import { posix } from 'node:path';
import type { Graph } from './circles.ts';

/** Words of a path as they stand in the code: `super::clock::Reading` is three. */
type Path = readonly string[];

interface Module {
  /** Paths that its `use` lines import, by the name in this module. */
  imported: Map<string, Path>;
  /** All other paths in it. */
  named: Path[];
  /** Child modules with files of their own. */
  declared: string[];
}

/**
 * Dependencies between the modules of a crate: for every two modules with the same parent, one depends on the other if it, or a module
 * within it, names the other or a module within that. A module and its own children may name each other and do not count; nor do unit
 * tests, which are no part of the program. An item that a parent re-exports from one of its children counts as that child's.
 *
 * @param files contents of each file of the crate, by path: the root, and all that lies next to and below it
 * @param root such as `src/lib.rs`
 * @throws where a module that is declared has no file
 */
export function rustModules(files: ReadonlyMap<string, string>, root: string): Graph {
  const modules = readModules(files, root);
  const graph = new Map<string, Set<string>>();
  for (const [name, { imported, named }] of modules) {
    for (const path of [...imported.values(), ...named]) {
      const leadsTo = follow(path, name, modules);
      const pair = leadsTo !== undefined && siblings(name, leadsTo);
      if (pair) graph.set(pair[0], (graph.get(pair[0]) ?? new Set()).add(pair[1]));
    }
  }
  return graph;
}

/** All modules of a crate by their paths from its root, which is the empty path. */
function readModules(files: ReadonlyMap<string, string>, root: string): Map<string, Module> {
  const modules = new Map<string, Module>();
  const queue = [{ name: '', file: root, children: posix.dirname(root) }];
  for (const { name, file, children } of queue) {
    for (const [inner, module] of parse(name, tokens(files.get(file)!))) {
      modules.set(inner, module);
      const within = inner.slice(name.length).replaceAll('::', '/');
      for (const child of module.declared) {
        const place = posix.join(children, within, child);
        const found = [`${place}.rs`, `${place}/mod.rs`].find((candidate) => files.has(candidate));
        if (!found) throw new Error(`${file} declares the module ${child}, which has no file`);
        queue.push({ name: below(inner, child), file: found, children: place });
      }
    }
  }
  return modules;
}

const below = (parent: string, child: string): string => (parent === '' ? child : `${parent}::${child}`);

/** The module of this crate that a path leads into; undefined where it leads out of the crate. */
function follow(path: Path, from: string, modules: ReadonlyMap<string, Module>, steps = 0): string | undefined {
  // Limit against names that refer to themselves, as in `use serde;`.
  if (steps > 16) return undefined;
  const [first, ...rest] = path;
  if (first === 'crate') return descend(rest, '', modules, steps);
  if (first === 'self') return descend(rest, from, modules, steps);
  if (first === 'super') {
    const parent = from.split('::').slice(0, -1).join('::');
    return rest[0] === 'super' ? follow(rest, parent, modules, steps) : descend(rest, parent, modules, steps);
  }
  const { imported } = modules.get(from)!;
  const isOwn = modules.has(below(from, first!)) || imported.has(first!);
  return isOwn ? descend(path, from, modules, steps) : undefined;
}

function descend(path: Path, at: string, modules: ReadonlyMap<string, Module>, steps: number): string | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return at;
  if (modules.has(below(at, first))) return descend(rest, below(at, first), modules, steps);
  const imported = modules.get(at)!.imported.get(first);
  return imported ? follow([...imported, ...rest], at, modules, steps + 1) : at;
}

/** The ancestors of two modules just below their last common one; undefined where one is within the other. */
function siblings(from: string, to: string): [string, string] | undefined {
  const [a, b] = [from.split('::'), to.split('::')];
  const fork = a.findIndex((word, i) => word !== b[i]);
  if (from === '' || to === '' || fork === -1 || fork === b.length) return undefined;
  return [a.slice(0, fork + 1).join('::'), b.slice(0, fork + 1).join('::')];
}

const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//;
const QUOTED = /\bb?r(#*)"[^]*?"\1|b?"(?:\\[^]|[^"\\])*"|b?'(?:\\'|\\[^'\n]+|[^\\'\n])'/;
const TOKEN = new RegExp(`${COMMENT.source}|${QUOTED.source}|(?<token>\\w+|::|\\S)`, 'gu');

/** Tokens of a Rust file, without comments and string literals. */
const tokens = (text: string): string[] => [...text.matchAll(TOKEN)].flatMap(({ groups }) => groups?.token ?? []);

const isWord = (token: string | undefined): token is string => token !== undefined && /^\w/.test(token);

/** The module of a file, and those written out in it, by their paths. */
function parse(name: string, all: readonly string[]): Map<string, Module> {
  const modules = new Map<string, Module>();
  let at = 0;
  const startsWith = (...expected: string[]): boolean => expected.every((token, i) => all[at + i] === token);

  /** Reads up to the brace that closes the module. */
  const readModule = (own: string): void => {
    const module: Module = { imported: new Map(), named: [], declared: [] };
    modules.set(own, module);
    for (let depth = 0; at < all.length && depth >= 0;) {
      const token = all[at]!;
      if (startsWith('#', '[', 'cfg', '(', 'test', ')', ']')) skipItem();
      else if (token === 'mod' && isWord(all[at + 1])) {
        const child = all[at + 1]!;
        const isInline = all[at + 2] === '{';
        at += 3;
        if (isInline) readModule(below(own, child));
        else module.declared.push(child);
      } else if (token === 'use' && all[at + 1] !== '<') {
        at += 1;
        readUse([], module);
      } else if (isWord(token)) {
        const path = readPath();
        if (path.length > 1) module.named.push(path);
      } else {
        depth += token === '{' ? 1 : token === '}' ? -1 : 0;
        at += 1;
      }
    }
  };

  const readPath = (): string[] => {
    const path = [all[at]!];
    for (at += 1; all[at] === '::' && isWord(all[at + 1]); at += 2) path.push(all[at + 1]!);
    return path;
  };

  /** Reads one branch of a `use`, below the path before it. */
  const readUse = (before: Path, module: Module): void => {
    if (startsWith('::')) at += 1;
    const path = [...before, ...(isWord(all[at]) ? readPath() : [])];
    if (startsWith('::')) at += 1;
    if (startsWith('{')) {
      for (at += 1; !startsWith('}'); at += startsWith(',') ? 1 : 0) readUse(path, module);
      at += 1;
    } else if (startsWith('*')) {
      at += 1;
      module.named.push(path);
    } else {
      const target = path.length > 1 && path.at(-1) === 'self' ? path.slice(0, -1) : path;
      if (startsWith('as')) at += 2;
      module.imported.set(all[at - 2] === 'as' ? all[at - 1]! : target.at(-1)!, target);
    }
  };

  /** Skips attributes and their item, up to its semicolon or its closing brace. */
  const skipItem = (): void => {
    for (let depth = 0, isOver = false; !isOver && at < all.length; at += 1) {
      depth += '([{'.includes(all[at]!) ? 1 : ')]}'.includes(all[at]!) ? -1 : 0;
      isOver = depth === 0 && (startsWith(';') || startsWith('}'));
    }
  };

  readModule(name);
  return modules;
}
