import { ServiceError, Unavailable } from '@estate/errors';
import { withTrace } from '@estate/observability';
import type { Metrics } from '@estate/observability';
import { LRUCache } from 'lru-cache';
import { METRICS } from './metrics.ts';
import type { Host } from './bus.ts';
import { translated } from './answer.ts';
import type { Handler } from './handler.ts';
import { decode } from './incoming.ts';
import { spanOfMessage } from './message.ts';
import type { Decoded, Delivery } from './incoming.ts';
import { levelOf, outcomeOf } from './outcome.ts';
import type { History, Outcome } from './outcome.ts';

type Marks = Pick<History, 'failures' | 'outages'>;

const REMEMBERED_MAX = 10_000;
const OUTCOMES: readonly Outcome['kind'][] = ['handled', 'retried', 'handed-back', 'dead'];

interface MessageRunnerOptions {
  host: Host;
  consumer: string;
  handler: Handler;
  delaysMs: readonly number[];
}

/** Runs one handler on deliveries and decides the outcome of each, with one log line and one count for each delivery. */
export class MessageRunner {
  readonly #options: MessageRunnerOptions;
  /** The history of messages. One that ends in another replica is never removed here, so the least recently used are evicted. */
  readonly #marks = new LRUCache<string, Marks>({ max: REMEMBERED_MAX });
  readonly #total: ReturnType<Metrics['counter']>;
  readonly #redelivered: ReturnType<Metrics['counter']>;
  readonly #seconds: ReturnType<Metrics['histogram']>;

  constructor(options: MessageRunnerOptions) {
    this.#options = options;
    const { consumer, host } = options;
    const { metrics } = host;
    this.#total = metrics.counter(METRICS.messages_handled_total);
    for (const outcome of OUTCOMES) this.#total.inc({ consumer, outcome }, 0);
    this.#redelivered = metrics.counter(METRICS.consumer_redeliveries_total);
    this.#redelivered.inc({ consumer }, 0);
    this.#seconds = metrics.histogram(METRICS.message_duration_seconds);
  }

  /** Never rejects. */
  async run(delivery: Delivery, signal: AbortSignal): Promise<Outcome> {
    const { host, consumer, handler } = this.#options;
    const startedMs = performance.now();
    if (delivery.attempt > 1) this.#redelivered.inc({ consumer });
    let decoded: Decoded;
    try {
      decoded = decode(handler, delivery);
    } catch (error) {
      return this.#settled({ delivery, startedMs, error });
    }
    const { message, traceparent, actor } = decoded;
    const { requestId } = message;
    const start = { requestId, traceparent, actor, span: spanOfMessage(message, 'process') };
    return withTrace(start, async (span) => {
      try {
        await handler.handle(message, { signal, log: host.log });
        return this.#settled({ delivery, startedMs, id: message.id });
      } catch (thrown) {
        span.fail(thrown instanceof ServiceError ? thrown.code : 'internal');
        return this.#settled({ delivery, startedMs, id: message.id, error: translated(host, thrown) });
      }
    });
  }

  #settled(run: { delivery: Delivery; startedMs: number; id?: string; error?: unknown }): Outcome {
    const { delivery, error } = run;
    const { host, consumer } = this.#options;
    const outcome = 'error' in run ? this.#judged(delivery, error) : ({ kind: 'handled' } as const);
    if (outcome.kind === 'handled' || outcome.kind === 'dead') this.#marks.delete(delivery.key);
    const durationMs = performance.now() - run.startedMs;
    this.#total.inc({ consumer, outcome: outcome.kind });
    this.#seconds.observe({ consumer }, durationMs / 1000);
    const line = {
      consumer,
      subject: delivery.subject,
      messageId: run.id,
      outcome: outcome.kind,
      attempt: delivery.attempt,
      durationMs: Math.round(durationMs),
      ...('reason' in outcome && { reason: outcome.reason }),
      ...(error instanceof ServiceError ? { code: error.code, details: error.details } : { err: error }),
    };
    host.log[levelOf(error, outcome)](line, 'message.handled');
    return outcome;
  }

  #judged(delivery: Delivery, error: unknown): Outcome {
    const { failures, outages } = this.#marks.get(delivery.key) ?? { failures: 0, outages: 0 };
    const marks =
      error instanceof Unavailable ? { failures, outages: outages + 1 } : { failures: failures + 1, outages };
    const outcome = outcomeOf(error, { ...marks, deliveries: delivery.attempt }, this.#options.delaysMs);
    if (outcome.kind === 'retried') this.#marks.set(delivery.key, marks);
    return outcome;
  }
}
