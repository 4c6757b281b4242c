import type { Duplex } from 'node:stream';
import { MongoError, MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/** A connection of the driver (7.8 and 7.9) that handles a close while a command waits to be written. */
export class WakingConnection extends Connection {
  /**
   * The driver waits for `drain` or `error` if a socket's buffer is full; a socket that closes just then emits neither, only `close`, and
   * the command would never end, neither by an error nor by a timeout. Woken, it sees that the connection is closed and fails.
   */
  constructor(stream: Duplex, options: object) {
    super(stream, options);
    // After the driver's own listener, which notes why the connection is closed.
    stream.on('close', () => stream.emit('drain'));
  }

  /** The driver passes on errors of the socket unchanged, and then neither retries nor clears its pool. */
  override async writeCommand(...args: Parameters<Connection['writeCommand']>): Promise<void> {
    try {
      await super.writeCommand(...args);
    } catch (error) {
      if (error instanceof MongoError || !isOfTheSystem(error)) throw error;
      throw new MongoNetworkError(error.message, { cause: error });
    }
  }
}

/** True for a system error, whose code is a text; an aborted signal has none. */
const isOfTheSystem = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
