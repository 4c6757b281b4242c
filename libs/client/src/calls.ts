import type { CallOptions, Order, Transport } from './transport.ts';

/** Calls through one transport. */
export class Calls {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  protected read<R>(path: string, options: CallOptions | undefined, query?: Order['query']): Promise<R> {
    return this.transport.json({ method: 'GET', path, query, options });
  }

  protected put<R>(path: string, body: unknown, options: CallOptions | undefined): Promise<R> {
    return this.transport.json({ method: 'PUT', path, body, options });
  }
}
