import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles } from './circles.ts';
import { rustModules } from './rust.ts';

const read = (files: readonly string[]): Map<string, string> =>
  new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

// Modules do not use each other in a cycle of any length; a module and its own children may.
describe('no modules of a crate use each other in a circle', () => {
  const crates = globSync('{experiments/{*,lib/*},wasm/*/*}/src/{lib,main,bin/*}.rs').sort();
  it.each(crates)('in %s', (crateRoot) => {
    const graph = rustModules(read(globSync(`${dirname(crateRoot)}/**/*.rs`)), crateRoot);
    const found = circles(graph);
    expect(found.map((circle) => circle.join(' -> '))).toEqual([]);
  });
});

describe('modules of Rust', () => {
  const modules = (files: Record<string, string>) => {
    const graph = rustModules(
      new Map(Object.entries(files).map(([file, text]) => [`src/${file}`, text])),
      'src/lib.rs',
    );
    return [...graph].flatMap(([from, to]) => [...to].map((each) => `${from}>${each}`)).sort();
  };
  const both = { 'lib.rs': 'mod a;\nmod b;\nstruct Root;', 'a.rs': '', 'b.rs': '' };

  it.each([
    ['use crate::b::B;', ['a>b']],
    ['use super::b;', ['a>b']],
    ['use super::{b::{self, B}, Root};', ['a>b']],
    ['fn f() -> crate::b::B { todo!() }', ['a>b']],
    ['fn f() { println!("{}", super::b::g()) }', ['a>b']],
    ['use crate::Root;', []],
    ['use serde::b;', []],
    ['// use crate::b::B;', []],
    ["fn f<'a>(x: &'a str) -> bool { x == \"crate::b::B\" || x.contains('\"') }", []],
    ['#[cfg(test)]\nmod tests { use crate::b::B; }', []],
    ['#[cfg(test)]\nmod tests { use crate::b::B; }\nuse crate::b::B;', ['a>b']],
  ])('a.rs with %s', (text, expected) => {
    expect(modules({ ...both, 'a.rs': text })).toEqual(expected);
  });

  it('may name their own children, and those them', () => {
    expect(
      modules({ 'lib.rs': 'mod a;', 'a.rs': 'mod c;\nuse c::C;', 'a/c.rs': 'use super::A; use crate::a::B;' }),
    ).toEqual([]);
    expect(modules({ 'lib.rs': 'mod a { mod c; use self::c::C; }', 'a/c.rs': 'use super::A;' })).toEqual([]);
  });

  it('stand for what lies within them', () => {
    const files = {
      'lib.rs': both['lib.rs'],
      'a/mod.rs': 'mod c;',
      'a/c.rs': 'use crate::b::d::D;',
      'b.rs': 'mod d;',
      'b/d.rs': '',
    };
    expect(modules(files)).toEqual(['a>b']);
    expect(
      modules({ ...both, 'a.rs': 'mod c; mod d;', 'a/c.rs': 'use super::d::D;', 'a/d.rs': 'use super::c::C;' }),
    ).toEqual(['a::c>a::d', 'a::d>a::c']);
  });

  it('are found behind names that their parents import', () => {
    const lib = 'mod a;\nmod b;\npub use b::{B as Renamed};';
    expect(modules({ ...both, 'lib.rs': lib, 'a.rs': 'use crate::Renamed;' })).toEqual(['a>b']);
    expect(modules({ ...both, 'a.rs': 'use super::b as other; fn f() { other::g() }' })).toEqual(['a>b']);
  });

  it('have to have files', () => {
    expect(() => modules({ 'lib.rs': 'mod gone;' })).toThrow('src/lib.rs declares the module gone, which has no file');
  });
});
