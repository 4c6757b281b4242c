import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

interface Limits {
  requestMs: number;
  /** The limit for routes that read a body while it arrives. */
  uploadMs: number;
}

/** The time limits for the arrival of a request; the server then answers with 408 and closes the connection. */
export class RequestLimits {
  readonly #limits: Limits;
  readonly #timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  #expired: (socket: Socket) => void = () => undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  watch(server: Server): void {
    this.#expired = (socket) => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    };
    server.prependListener('request', (request) => this.#limit(request, this.#limits.requestMs));
  }

  /** Allows the request the time of an upload. */
  allowUpload(request: IncomingMessage): void {
    this.#limit(request, this.#limits.uploadMs);
  }

  #limit(request: IncomingMessage, limitMs: number): void {
    clearTimeout(this.#timers.get(request));
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) this.#expired(request.socket);
    }, limitMs);
    this.#timers.set(request, timer);
    const end = () => clearTimeout(timer);
    request.once('end', end).once('close', end);
  }
}
