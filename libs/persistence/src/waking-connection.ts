import type { Duplex } from 'node:stream';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * A connection of the driver that wakes who waits to write. The driver (7.8 and 7.9) waits for `drain` or `error` when a
 * socket does not take everything at once; a socket that ends just then emits neither, only `close`, and the command
 * would never end, neither by an error nor by a timeout. Woken, it sees that the connection is closed and fails.
 */
export class WakingConnection extends Connection {
  constructor(stream: Duplex, options: object) {
    super(stream, options);
    // After the driver's own listener, which notes why the connection is closed.
    stream.on('close', () => stream.emit('drain'));
  }
}
