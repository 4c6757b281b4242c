import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger, Metrics } from '@estate/observability';

export interface Closable {
  close(): Promise<void>;
}

/** One thing that must hold before the service may get traffic. */
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
  /** Aborted when the service receives the signal to stop. */
  readonly signal: AbortSignal;
  /** Takes ownership: closed at the stop, the last one first. */
  use<T extends Closable>(resource: T | Promise<T>): Promise<T>;
  /** Adds a condition to `/readyz`. */
  check(check: Check): void;
  /** Adds a value to the details of `/readyz`, which do not decide about readiness. */
  detail(name: string, value: () => number): void;
  /** Answers requests below a path on the internal port; other methods than GET only where they are named. */
  onInternal(pathPrefix: string, handler: InternalHandler, methods?: readonly InternalMethod[]): void;
}

/** Says what a service consists of; contains no logic. */
export type Wiring = (service: Service) => Promise<void>;
