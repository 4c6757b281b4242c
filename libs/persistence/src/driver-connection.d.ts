/** The driver declares no types for its parts; this is what is used of one. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Duplex } from 'node:stream';

  export const Connection: new (stream: Duplex, options: object) => object;
}
