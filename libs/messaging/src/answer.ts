import { problemsOf } from '@estate/contracts';
import type { Actor, Operation } from '@estate/contracts';
import { InvalidInput, ServiceError, refusalOf, toPlain } from '@estate/errors';
import { withTrace } from '@estate/observability';
import type { Logger, SpanAbout } from '@estate/observability';
import { METRICS } from './metrics.ts';
import type { Answer, AnswerFunction, Asker, Host } from './bus.ts';
import { fitting } from './shortened-page.ts';
import { readOutput } from './readable-page.ts';
import { representationOf } from './represented.ts';

/** Binds an operation to its function; the input is validated before, and the output after the call. */
export const answer = <O extends Operation>(operation: O, handle: AnswerFunction<O>): Answer<O> => ({
  operation,
  handle,
});

/** The input as JSON, and the asker. */
export interface Ask {
  body: string;
  asker: Asker;
  traceparent?: string | undefined;
  /** The actor of the API call that caused the ask. */
  actor?: Actor | undefined;
}

/** The output as JSON, or an error as plain data; `outcome` is the error's code. */
export interface Reply {
  body: string;
  outcome: string;
  /** The number of resources of a list that could not be read. */
  unreadable?: number;
}

export const OK = 'ok';
const INTERNAL_ERROR = 'internal';

/** Answers an ask; never rejects. */
export type Responder = (answer: Answer, ask: Ask) => Promise<Reply>;

/** Makes the function that turns asks into replies, with its metrics and log lines. */
export function responder(host: Host, answers: readonly Answer[]): Responder {
  const total = host.metrics.counter(METRICS.answers_total);
  const unreadable = host.metrics.counter(METRICS.documents_unreadable_total);
  // Prometheus does not count a change from no sample to 1 as an increase.
  for (const { operation } of answers) {
    for (const outcome of [OK, INTERNAL_ERROR])
      total.inc({ operation: operationName(operation), outcome }, 0);
    unreadable.inc({ operation: operationName(operation) }, 0);
  }
  const seconds = host.metrics.histogram(METRICS.answer_duration_seconds);
  return async (to, ask) => {
    const startedMs = performance.now();
    const reply = await replyTo(host, to, ask);
    const operation = operationName(to.operation);
    total.inc({ operation, outcome: reply.outcome });
    if (reply.unreadable) unreadable.inc({ operation }, reply.unreadable);
    seconds.observe({ operation }, (performance.now() - startedMs) / 1000);
    return reply;
  };
}

/** The name of an operation: `create-property` for `ask.catalog.create-property`. */
export const operationName = ({ subject }: Pick<Operation, 'subject'>): string =>
  subject.slice(subject.lastIndexOf('.') + 1);

/** The owner of an operation: `catalog` for `ask.catalog.create-property`. */
export const ownerName = ({ subject }: Operation): string => subject.split('.')[1] ?? subject;

/** The name of an ask in traces, on both sides. */
export const spanOfAsk = (operation: Operation, kind: 'client' | 'server'): SpanAbout => ({
  name: operation.subject,
  kind,
  attributes: {
    'rpc.system': 'nats',
    'rpc.service': ownerName(operation),
    'rpc.method': operationName(operation),
  },
});

/** Runs an answer in the trace of its ask. */
export async function replyTo(
  host: Pick<Host, 'log' | 'translate'>,
  to: Answer,
  { body, asker, traceparent, actor }: Ask,
): Promise<Reply> {
  const { requestId } = asker;
  const start = { requestId, traceparent, actor, span: spanOfAsk(to.operation, 'server') };
  return withTrace(start, async (span) => {
    try {
      const { subject, output: contract } = to.operation;
      const answered = await to.handle(inputOf(to.operation, body), asker);
      const known = representationOf(answered);
      if (known !== undefined) return { body: known, outcome: OK };
      const { output, unreadable } = readOutput(contract, answered, subject);
      for (const { id, reason } of unreadable) host.log.error({ subject, id, reason }, 'document.unreadable');
      return { body: fitting(output), outcome: OK, unreadable: unreadable.length };
    } catch (thrown) {
      const error = translated(host, thrown);
      note(host.log, to.operation.subject, error);
      const plain = toPlain(error);
      if (error instanceof ServiceError) span.note({ 'error.type': plain.code });
      else span.fail(plain.code);
      return { body: JSON.stringify(plain), outcome: plain.code };
    }
  });
}

/** The error as a service error, if it comes from one of the drivers. */
export const translated = ({ translate }: Pick<Host, 'translate'>, thrown: unknown): unknown =>
  translate && !(thrown instanceof ServiceError) ? translate(thrown) : thrown;

function inputOf(operation: Operation, body: string): unknown {
  const received = parseJson(body);
  const parsed = operation.input.safeParse(received);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error, received);
  throw refusalOf(problems);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new InvalidInput('The input is not JSON.', { cause });
  }
}

function note(log: Logger, subject: string, error: unknown): void {
  if (!(error instanceof ServiceError)) {
    log.error({ subject, err: error }, 'ask.failed');
    return;
  }
  const { kind, code, details } = error;
  const level = kind === 'unavailable' || kind === 'not-allowed' ? 'warn' : 'debug';
  log[level]({ subject, kind, code, details, reason: error.message }, 'ask.refused');
}
