/** The used part of the driver's internal types, which it does not declare. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Duplex } from 'node:stream';

  export class Connection {
    constructor(stream: Duplex, options: object);
    writeCommand(command: object, options: object): Promise<void>;
  }
}
