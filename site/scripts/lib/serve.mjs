import { existsSync, readFileSync } from 'node:fs';
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

/**
 * A port that can be listened on: the one asked for or none, and without a wish the first free one from `first` on.
 *
 * @param {string | undefined} typed the value of PORT
 * @param {number} [first]
 */
export async function choosePort(typed, first = 4321) {
  const asked = parsePort(typed);
  if (asked !== undefined) {
    if (await isFree(asked)) return asked;
    throw new Problem(`Port ${asked} is in use; stop what uses it, or choose another: PORT=${asked + 1} npm start`);
  }
  for (let port = first; port < first + 100; port++) {
    if (await isFree(port)) return port;
    console.log(`· Port ${port} is in use; trying the next.`);
  }
  throw new Problem(`No port from ${first} to ${first + 99} is free; choose one: PORT=8080 npm start`);
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((answer, fail) => {
    const server = createServer();
    server.once('error', (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EADDRINUSE') answer(false);
      else if (code === 'EACCES')
        fail(new Problem(`Port ${port} needs more rights; choose one above 1023, such as PORT=8080.`));
      else fail(error);
    });
    server.listen(port, process.env.HOST, () => server.close(() => answer(true)));
  });
}

/**
 * Serves a built site as a static host would: a folder's page at its address with a slash, 404.html for what is not there,
 * compressed files to who accepts them, and hashed names kept for a year.
 *
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.base normalised
 * @param {number} options.port 0 takes any free one
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serve({ folder, base, port }) {
  if (!existsSync(join(folder, '404.html'))) throw new Problem(`No built site in ${folder}; build it: npm run build`);
  // Loaded only now: set-up runs before there are packages.
  const { default: sirv } = await import('sirv');
  const files = sirv(folder, {
    dev: true,
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, path) {
      if (path.startsWith('/_astro/')) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const redirect = (/** @type {string} */ path) => response.writeHead(302, { Location: path + url.search }).end();
    const notFound = () => {
      const page = join(folder, '404.html');
      response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' });
      response.end(existsSync(page) ? readFileSync(page) : 'Not found');
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    if (base !== '/' && (url.pathname === '/' || `${url.pathname}/` === base)) return void redirect(base);
    if (!url.pathname.startsWith(base)) return notFound();
    const path = url.pathname.slice(base.length - 1);
    if (!path.endsWith('/') && existsSync(join(folder, decodePath(path), 'index.html'))) {
      return void redirect(`${url.pathname}/`);
    }
    request.url = path + url.search;
    files(request, response, notFound);
  });

  await new Promise((listening, fail) => {
    server.once('error', fail);
    server.listen(port, process.env.HOST, () => listening(undefined));
  });
  const bound = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://${process.env.HOST ?? 'localhost'}:${bound.port}${base}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** @param {string} path */
function decodePath(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
