import type { Transport } from './transport.ts';

/** Calls through one transport. */
export class Calls {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}
