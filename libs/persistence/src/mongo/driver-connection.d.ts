/** The driver declares no types for its parts; this is what is used of one. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Duplex } from 'node:stream';

  export class Connection {
    constructor(stream: Duplex, options: object);
    writeCommand(command: object, options: object): Promise<void>;
  }
}
