// Connects to an address and lets the kernel notice when the peer is gone. Holds the connection until standard input ends.
import { once } from 'node:events';
import process from 'node:process';
// begin
import { connect } from 'node:net';

const IDLE_MS = 15_000;
const INTERVAL_MS = 15_000;
const PROBES = 5;

export function noticeALostPeer(socket) {
  // Older versions ignore the last two: 10 probes, 1 s apart.
  socket.setKeepAlive(true, IDLE_MS, INTERVAL_MS, PROBES);
  // Node has no TCP_USER_TIMEOUT: while data is under way,
  // only a deadline of your own bounds the wait.
}
// end

const [host, port] = process.argv.slice(2);
const socket = connect({ host, port: Number(port) });
noticeALostPeer(socket);
await once(socket, 'connect');
process.stdout.write('set\n');
process.stdin.resume().once('end', () => socket.destroy());
