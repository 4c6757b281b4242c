import type { Duplex } from 'node:stream';
import { MongoError, MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/** A connection of the driver (7.8 and 7.9) that is right about what happens while a command waits to be written. */
export class WakingConnection extends Connection {
  /**
   * The driver waits for `drain` or `error` when a socket does not take everything at once; a socket that ends just then
   * emits neither, only `close`, and the command would never end, neither by an error nor by a timeout. Woken, it sees that
   * the connection is closed and fails.
   */
  constructor(stream: Duplex, options: object) {
    super(stream, options);
    // After the driver's own listener, which notes why the connection is closed.
    stream.on('close', () => stream.emit('drain'));
  }

  /** The driver hands on as it is what the socket says meanwhile, and then neither tries again nor clears its pool. */
  override async writeCommand(...args: Parameters<Connection['writeCommand']>): Promise<void> {
    try {
      await super.writeCommand(...args);
    } catch (error) {
      if (error instanceof MongoError || !isOfTheSystem(error)) throw error;
      throw new MongoNetworkError(error.message, { cause: error });
    }
  }
}

/** An error with a code in words; a signal that was aborted has none. */
const isOfTheSystem = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
