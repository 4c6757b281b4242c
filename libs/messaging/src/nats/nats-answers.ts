import { setTimeout as delay } from 'node:timers/promises';
import { toPlain } from '@estate/errors';
import type { Msg, MsgHdrs } from 'nats';
import { OK, operationName, responder } from '../answer.ts';
import type { Answer, Closable, Host } from '../bus.ts';
import type { Timing } from '../timing.ts';
import {
  askOf,
  beginBeforeOf,
  begunHeaders,
  errorHeaders,
  isRead,
  signed,
  tooLateHeaders,
} from './ask-headers.ts';
import type { Broker } from './broker.ts';
import { listenAlone } from './listen-alone.ts';

const failure = (subject: string, error: unknown) => {
  const plain = toPlain(error);
  return { subject, data: JSON.stringify(plain), options: { headers: errorHeaders(plain.code) } };
};

/** The duration after which a read is announced as begun; the answer of a shorter one is announcement enough. */
const SIGN_OF_READ_MS = 50;

const NOTHING = () => undefined;

/**
 * Announces that this replica has begun, and returns the function to call at the end; undefined if another replica may have been asked by
 * now. Callers of an earlier version ask one replica only, and expect one reply.
 */
function begin(
  outbound: Pick<Broker['outbound'], 'send'>,
  request: Msg,
  { nowMs, replica }: { nowMs: number; replica: string },
): (() => void) | undefined {
  const { reply: address } = request;
  const before = beginBeforeOf(request);
  if (before === undefined || address === undefined) return NOTHING;
  const say = (made: MsgHdrs) => outbound.send({ subject: address, data: '', options: { headers: made } });
  if (nowMs >= before) {
    say(tooLateHeaders(nowMs, replica));
    return undefined;
  }
  if (!isRead(request)) {
    say(begunHeaders(replica));
    return NOTHING;
  }
  const sign = setTimeout(() => say(begunHeaders(replica)), SIGN_OF_READ_MS);
  return () => clearTimeout(sign);
}

interface Serving {
  host: Host;
  answers: readonly Answer[];
  timing: Timing;
  clock: () => Date;
}

/** Registers each answer as an endpoint of the NATS service API, in one queue group, and at a subject of this replica. */
export async function serveNatsAnswers(broker: Broker, serving: Serving): Promise<Closable> {
  const { host, answers, timing } = serving;
  const { connection } = broker;
  const running = new Set<Promise<void>>();
  const reply = replier(broker, serving);
  const take = (to: Answer, request: Msg) => {
    const task = reply(to, request, alone.name).finally(() => running.delete(task));
    running.add(task);
  };
  const takers = new Map(answers.map((to) => [to.operation.subject, (request: Msg) => take(to, request)]));
  const alone = listenAlone(broker, { takers, log: host.log });

  const service = await connection.services.add({ name: host.name, version: '1.0.0', queue: host.name });
  for (const to of answers) {
    service.addEndpoint(operationName(to.operation), {
      subject: to.operation.subject,
      handler: (error, request) => {
        if (!error) take(to, request);
      },
    });
  }
  // Registered at the broker now, or with the next connection.
  await connection.flush().catch(() => undefined);

  return {
    async close() {
      // Draining asks the broker to stop first; without a broker nothing arrives anyway.
      const stopped = Promise.all([service.stop(), alone.stop()]);
      await Promise.race([stopped, delay(1_000, undefined, { ref: false })]);
      await Promise.race([Promise.allSettled(running), delay(timing.graceMs, undefined, { ref: false })]);
    },
  };
}

/** Answers a request, under the name of this replica. */
function replier({ outbound }: Broker, { host, answers, clock }: Serving) {
  const respond = responder(host, answers);
  return async (to: Answer, request: Msg, replica: string): Promise<void> => {
    const end = begin(outbound, request, { nowMs: clock().getTime(), replica });
    if (!end) return;
    const { body, outcome } = await respond(to, askOf(request));
    end();
    const { reply: address } = request;
    if (address === undefined) return;
    outbound.send({
      subject: address,
      data: body,
      options: { headers: signed(replica, outcome === OK ? undefined : errorHeaders(outcome)) },
      onRefused: (error) => {
        const { subject } = to.operation;
        host.log.error({ err: error, subject, bytes: body.length }, 'ask.reply-refused');
        // The caller gets an error now instead of a timeout. A closed connection refuses this, too.
        outbound.send(failure(address, error));
      },
    });
  };
}
