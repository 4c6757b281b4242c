import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger, Metrics } from '@estate/observability';

export interface Closable {
  close(): Promise<void>;
}

/** A condition for receiving traffic. */
export interface Check {
  name: string;
  ready(): Promise<boolean> | boolean;
}

export type InternalMethod = 'GET' | 'HEAD' | 'PUT';

export type InternalHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The values that the runtime passes to the wiring of a service. */
export interface Service {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Aborted when the service receives a stop signal. */
  readonly signal: AbortSignal;
  /** Takes ownership of a resource: it is closed at the stop, the last one first. */
  use<T extends Closable>(resource: T | Promise<T>): Promise<T>;
  /** Adds a condition to `/readyz`. */
  check(check: Check): void;
  /** Adds a value to the details of `/readyz`, which does not affect readiness. */
  detail(name: string, value: () => number): void;
  /** Handles requests below a path on the internal port; only GET, unless other methods are given. */
  onInternal(pathPrefix: string, handler: InternalHandler, methods?: readonly InternalMethod[]): void;
}

/** Assembles the parts of a service; contains no logic. */
export type Wiring = (service: Service) => Promise<void>;
