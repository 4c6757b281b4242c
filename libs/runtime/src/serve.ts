import { consume, serveAnswers } from '@estate/messaging';
import type { Answer, Bus, Handler } from '@estate/messaging';
import { toServiceError } from '@estate/persistence';
import type { RestoreSteps } from '@estate/persistence';
import type { Closable, Service } from './service.ts';

/** Works from its start on; a wake-up before that has no effect. */
export interface Startable extends Closable {
  start(): void;
}

/** The parts of a service besides its stores. */
export interface ServiceParts {
  answers?: readonly Answer[] | undefined;
  /** Handlers by the name of the durable consumer. */
  handlers?: Readonly<Record<string, Handler>>;
  /** Workers; the last one is closed first. */
  workers?: readonly Startable[];
  /** The steps after the database was restored. */
  restored?: RestoreSteps;
}

/**
 * Starts in the order in which nothing is lost or refused unnecessarily. An ask without an answer fails within seconds, so answers are
 * served first. Messages wait in their streams until the consumers start. Workers start last: a message that arrives before has stored what
 * is due, and the first sweep of a worker, at its start, finds it. The stop is in reverse order: no new messages, no new asks, then the
 * workers end their work, and the relay sends their messages.
 */
export async function serve(
  service: Service,
  bus: Pick<Bus, 'ready'>,
  { answers, handlers, workers = [], own }: ServiceParts & { own: readonly Startable[] },
): Promise<void> {
  const { name, log, metrics } = service;
  const host = { name, log, metrics, translate: toServiceError };
  for (const worker of workers) await service.use(worker);
  if (answers) await service.use(serveAnswers(bus, host, answers));
  if (handlers) await service.use(consume(bus, host, handlers));
  for (const part of [...own, ...workers]) part.start();
}
