import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Problem } from './problem.mjs';

/**
 * The port asked for in PORT, or undefined where none is.
 *
 * @param {string | undefined} typed
 */
export function parsePort(typed) {
  if (typed === undefined || typed.trim() === '') return undefined;
  const port = Number(typed);
  if (!/^\d+$/.test(typed.trim()) || port < 1 || port > 65_535) {
    throw new Problem(`PORT is '${typed}'; it must be a whole number from 1 to 65535.`, 2);
  }
  return port;
}

/** Where only programs of this machine can connect. */
const LOOPBACK = '127.0.0.1';

/** The interface to listen on: the one in HOST, else loopback. */
function listenHost() {
  return process.env.HOST?.trim() || LOOPBACK;
}

/**
 * @param {string} host that is listened on
 * @returns {{ name: string, others: string }} how a URL names it, and, for people, where else it can be reached
 */
export function describeHost(host) {
  if (host === '0.0.0.0' || host === '::') {
    return { name: LOOPBACK, others: ', and at every other address of this machine' };
  }
  return { name: host.includes(':') ? `[${host}]` : host, others: '' };
}

/** Ports tried where none was asked for. */
const PORTS = 100;

/**
 * Listens on a port, or on the next one that is free.
 *
 * @param {import('node:net').Server} server
 * @param {number} first 0 takes any free one
 * @param {boolean} [orNext] whether another port will do
 * @returns {Promise<number>} the port
 */
async function listen(server, first, orNext = false) {
  const host = listenHost();
  for (let port = first; port < first + PORTS; port++) {
    try {
      server.listen(port, host);
      await once(server, 'listening');
      return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EACCES') {
        throw new Problem(`Port ${port} needs more rights; choose one above 1023, such as PORT=8080.`);
      }
      if (code !== 'EADDRINUSE') {
        throw new Problem(`HOST is '${host}', which cannot be listened on (${code}); leave it out, or HOST=0.0.0.0`, 2);
      }
      if (!orNext) {
        throw new Problem(`Port ${port} is in use; stop what uses it, or choose another: PORT=${port + 1} npm start`);
      }
      console.log(`· Port ${port} is in use; trying the next.`);
    }
  }
  throw new Problem(`No port from ${first} to ${first + PORTS - 1} is free; choose one: PORT=8080 npm start`);
}

/**
 * A port that can be listened on: the one asked for or none, and without a wish the first free one from `first` on.
 *
 * @param {string | undefined} typed the value of PORT
 * @param {number} [first]
 */
export async function choosePort(typed, first = 4321) {
  const asked = parsePort(typed);
  const server = createServer();
  const port = await listen(server, asked ?? first, asked === undefined);
  await new Promise((closed) => server.close(closed));
  return port;
}

/**
 * URL of a request's target, or undefined where it cannot be read. A path that begins with two slashes is none: a redirect to
 * it would lead to another host.
 *
 * @param {string} target as in the request's first line
 */
function parseTarget(target) {
  const text = target.startsWith('/') ? `http://${LOOPBACK}${target}` : target;
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return url?.pathname.startsWith('//') ? undefined : url;
}

/**
 * The range to hand on to sirv, which takes `-10` for `0-10` and dies of ends before beginnings (its issue 155 and pull request
 * 175). Undefined where the whole file is to be sent, as for several ranges.
 *
 * @param {string} asked the value of `Range`
 * @param {number} size of the file, in bytes
 */
export function readRange(asked, size) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(asked.trim()) ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // Sirv refuses what begins behind the end, and takes an end of 0 for none.
  if (end < start) return `bytes=${size}-`;
  return end === 0 ? undefined : `bytes=${start}-${end}`;
}

/**
 * Reads which headers a site wants on which paths, from the file that static hosts look for: a path a line, at whose end a `*`
 * stands for anything, and below it, indented, a header a line.
 *
 * @param {string} text of `_headers`
 * @returns {(path: string) => Record<string, string>} those of a path
 */
export function readHeaders(text) {
  /** @type {{ pattern: string, headers: Record<string, string> }[]} */
  const rules = [];
  for (const line of text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))) {
    const [, name, value] = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    const rule = rules.at(-1);
    if (line.startsWith('/')) rules.push({ pattern: line.trim(), headers: {} });
    else if (rule && name !== undefined && value !== undefined) rule.headers[name] = value;
    else throw new Problem(`_headers: '${line.trim()}' is neither a path nor a header of one`);
  }
  const matches = (/** @type {string} */ pattern, /** @type {string} */ path) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
  return (path) =>
    Object.assign({}, ...rules.filter(({ pattern }) => matches(pattern, path)).map(({ headers }) => headers));
}

/** Requests of one connection that may wait for the answers to earlier ones. Browsers send the next one after the answer. */
const MOST_WAITING = 100;

/** Requests that wait, by connection. @type {WeakMap<import('node:net').Socket, number>} */
const waiting = new WeakMap();

/**
 * Answers a request once the earlier ones of its connection are answered: a file that is opened sooner stays open until then, and on
 * Node 20 for good where the client goes. A client that asks on and on is dropped, since what it asked takes memory.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {() => void} answer
 */
function inTurn({ socket }, response, answer) {
  // Node gives it its socket then.
  if (response.socket) return answer();
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MOST_WAITING) return void socket.destroy();
  waiting.set(socket, count);
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    process.nextTick(answer);
  });
}

/**
 * True where a path has no file, or one that lies there itself: no link, which may lead anywhere, and nothing that is waited for, as a FIFO.
 *
 * @param {string} path
 */
function isPlain(path) {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return true;
    return (stats.isFile() || stats.isDirectory()) && realpathSync(path) === path;
  } catch (error) {
    // Below a file there is none. Whatever else goes wrong, such as with a name that no system has, is no file to send.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR';
  }
}

/** Endings of the files that sirv looks for, each with and without those of compressed ones. */
const ENDINGS = ['', '.html', '/index', '/index.html'].flatMap((end) => [end, `${end}.br`, `${end}.gz`]);

/** The real path of a folder; its own where it is not there, as for a moment while a build takes its place. @param {string} folder */
function realPathOf(folder) {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/**
 * True where all that sirv could send for a path is plain.
 *
 * @param {string} folder of the site
 * @param {string} path
 */
function isServed(folder, path) {
  const stem = join(realPathOf(folder), decodePath(path)).replace(/\/$/, '');
  return ENDINGS.every((end) => isPlain(stem + end));
}

/**
 * Serves a built site as a static host would: a folder's page at its address with a slash, 404.html for what is not there,
 * compressed files to who accepts them, and the headers that its `_headers` asks for.
 *
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.base normalised
 * @param {number} options.port 0 takes any free one
 * @param {boolean} [options.orNext] whether the next free port will do, too
 * @returns {Promise<{ address: string, others: string, close: () => Promise<void> }>} see `describeHost` for `others`
 */
export async function serve({ folder, base, port, orNext = false }) {
  if (!existsSync(join(folder, '404.html'))) throw new Problem(`No built site in ${folder}; build it: npm run build`);
  const headersFile = join(folder, '_headers');
  const headersOf = readHeaders(existsSync(headersFile) ? readFileSync(headersFile, 'utf8') : '');
  const setHeadersOf = (/** @type {import('node:http').ServerResponse} */ response, /** @type {string} */ path) => {
    for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value);
  };
  // Loaded only now: set-up runs before there are packages.
  const { default: sirv } = await import('sirv');
  const files = sirv(folder, {
    dev: true,
    etag: true,
    gzip: true,
    brotli: true,
    extensions: ['html'],
    setHeaders(response, path, { size }) {
      const { headers } = response.req;
      if (headers.range !== undefined) headers.range = readRange(headers.range, size);
      // After sirv's own, of which some say otherwise.
      setHeadersOf(response, path);
    },
  });

  const answer = (
    /** @type {import('node:http').IncomingMessage} */ request,
    /** @type {import('node:http').ServerResponse} */ response,
  ) => {
    // Until there is a file to send: what stands for one that is missing must not be kept as long as that would be.
    setHeadersOf(response, '/404.html');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const url = parseTarget(request.url ?? '');
    if (url === undefined) return void response.writeHead(400).end('Bad request');
    const redirect = (/** @type {string} */ path) => response.writeHead(302, { Location: path + url.search }).end();
    const notFound = () => {
      const page = join(realPathOf(folder), '404.html');
      response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' });
      response.end(existsSync(page) && isPlain(page) ? readFileSync(page) : 'Not found');
    };
    if (base !== '/' && (url.pathname === '/' || `${url.pathname}/` === base)) return void redirect(base);
    if (!url.pathname.startsWith(base)) return notFound();
    const path = url.pathname.slice(base.length - 1);
    if (!isServed(folder, path)) return notFound();
    if (!path.endsWith('/') && existsSync(join(folder, decodePath(path), 'index.html'))) {
      return void redirect(`${url.pathname}/`);
    }
    request.url = path + url.search;
    // Sirv leaves a file that cannot be read, or whose reader has gone, to itself.
    response.once('pipe', (file) => {
      if (response.destroyed) return void file.destroy();
      file.once('error', () => response.destroy());
      response.once('close', () => file.destroy());
    });
    try {
      files(request, response, notFound);
    } catch (error) {
      // Such as a file that a build has just removed.
      console.error(`${request.method} ${path}: ${error}`);
      response.destroy();
    }
  };
  const server = createServer((request, response) => inTurn(request, response, () => answer(request, response)));

  const bound = await listen(server, port, orNext);
  // A connection that could not be taken, as for want of file descriptors.
  server.on('error', (error) => console.error(String(error)));
  const { name, others } = describeHost(listenHost());
  return {
    address: `http://${name}:${bound}${base}`,
    others,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Leaves `%2f` as it is, so that what is decoded has no more folders than what was asked for. @param {string} path */
function decodePath(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
