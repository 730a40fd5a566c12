// The configurations in site/servers, run by those web servers that are installed: `npm test -- --all` runs it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '@/kit/needs';
import { makeTemporary, remove } from '@/scripts/lib/remove.mjs';
import { choosePort, readHeaders } from '@/scripts/lib/serve.mjs';
import { which } from '@/scripts/lib/setup.mjs';
import { CONFIGURATIONS } from './headers';

const folder = makeTemporary('headers-');
const www = join(folder, 'www');
const headersOf = readHeaders(readFileSync('public/_headers', 'utf8'));

/** Lays a small site out below a path. */
function layOut(path: string): void {
  const site = join(www, path);
  mkdirSync(join(site, 'page'), { recursive: true });
  mkdirSync(join(site, '_astro'));
  writeFileSync(join(site, 'index.html'), `home ${path}`);
  writeFileSync(join(site, '404.html'), `lost ${path}`);
  writeFileSync(join(site, 'page', 'index.html'), `a page ${path}`);
  writeFileSync(join(site, '_astro', 'a.js'), `a() ${path}`);
  copyFileSync('public/_headers', join(site, '_headers'));
}

beforeAll(() => ['/', '/below/a/'].forEach(layOut));
afterAll(() => remove(folder));

/** Where administrators' programs lie; not everybody's path leads there. */
const programOf = (name: string) => which(name) ?? [`/usr/sbin/${name}`].find((file) => existsSync(file));

/** The same text with other places in it; each has to be there. */
function replaced(text: string, places: Record<string, string>): string {
  for (const [place, other] of Object.entries(places)) {
    expect(text).toContain(place);
    text = text.replace(place, () => other);
  }
  return text;
}

/** Each server's configuration for the folder at a port, with a site below a path, and its arguments before the file's name. */
const SERVERS = {
  nginx: (port: number, path: string) => {
    const server = replaced(CONFIGURATIONS.nginx, {
      'listen 80;': `listen 127.0.0.1:${port};`,
      'root /srv/www;': `root ${www};`,
      'default "";': `default "${path.slice(0, -1)}";`,
    });
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
    // Nobody else may enter the folder.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    return {
      text: `daemon off; pid ${folder}/pid; ${user} events {} http { access_log off; ${places.join(' ')}\n${server}}`,
      args: ['-e', 'stderr', '-c'],
    };
  },
  caddy: (port: number) => {
    const places = { 'example.org {': `http://127.0.0.1:${port} {`, '* /srv/www': `* ${www}` };
    return {
      text: `{\n\tadmin off\n\tauto_https off\n}\n${replaced(CONFIGURATIONS.caddy, places)}`,
      args: ['run', '--adapter', 'caddyfile', '--config'],
    };
  },
};

describe.each([
  ['nginx', '/'],
  ['nginx', '/below/a/'],
  ['caddy', '/'],
  ['caddy', '/below/a/'],
] as const)('%s with the site at %s', (name, base) => {
  const program = programOf(name);
  let server: ChildProcess | undefined;
  let output = '';
  let address = '';

  beforeAll(async () => {
    if (program === undefined) return;
    const port = await choosePort(undefined, 4700);
    const { text, args } = SERVERS[name](port, base);
    const file = join(folder, `${name}.conf`);
    writeFileSync(file, text);
    server = spawn(program, [...args, file], {
      env: { HOME: folder, SITE_BASE: base },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (bytes) => (output += String(bytes)));
    address = `http://127.0.0.1:${port}`;
    const answers = () => fetch(address).then(Boolean, () => false);
    for (let tries = 0; tries < 100 && server.exitCode === null && !(await answers()); tries++) await wait(100);
    expect(server.exitCode, output).toBe(null);
  });
  afterAll(async () => {
    if (server === undefined || server.exitCode !== null) return;
    server.kill();
    await once(server, 'exit');
  });

  it.each([
    ['', 200, 'home'],
    ['page/', 200, 'a page'],
    ['_astro/a.js', 200, 'a()'],
    ['nothing/', 404, 'lost'],
    // Kept for good, what is missing for a moment would stay so.
    ['_astro/nothing.js', 404, 'lost'],
  ])('answers %s with %d and the headers of the site', needs(name, program), async (path, status, body) => {
    const answer = await fetch(address + base + path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(`${body} ${base}`);
    const { 'Cache-Control': caching = null, ...others } = headersOf(`/${path}`);
    for (const [header, value] of Object.entries(others)) expect(answer.headers.get(header), header).toBe(value);
    expect(answer.headers.get('cache-control')).toBe(status === 200 ? caching : null);
  });

  it('leads from a page without its slash to the one with', needs(name, program), async () => {
    const answer = await fetch(`${address}${base}page`);
    expect(new URL(answer.url).pathname).toBe(`${base}page/`);
    expect(await answer.text()).toBe(`a page ${base}`);
  });
});
