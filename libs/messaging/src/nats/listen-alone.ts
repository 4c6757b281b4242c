import { hostname } from 'node:os';
import { nuid } from 'nats';
import type { Msg, NatsConnection } from 'nats';
import { UNNAMED, subjectAt } from './ask-headers.ts';

const NAME_LENGTH = 8;

/** Where one replica alone can be asked. */
export interface Alone {
  /** The name that it signs with. */
  readonly name: string;
  /** Ends when everything that was sent to it has been handed over. */
  stop(): Promise<void>;
}

/**
 * Lets callers ask this replica alone, beside the queue group that all replicas share: they do so while another replica is silent. A
 * broker with the users of an earlier version refuses that, and the replica then has no name.
 */
export function listenAlone(
  connection: Pick<NatsConnection, 'subscribe'>,
  subjects: readonly string[],
  take: (subject: string, request: Msg) => void,
): Alone {
  const own = `${hostname().replaceAll(/[^\w-]/g, '_')}-${nuid.next().slice(-NAME_LENGTH)}`;
  let isRefused = false;
  const callback = (error: Error | null, request: Msg) => {
    if (error) isRefused = true;
    else take(request.subject.slice(0, -own.length - 1), request);
  };
  const patterns = new Set(subjects.map((subject) => `${subject.slice(0, subject.lastIndexOf('.'))}.*`));
  const subscriptions = [...patterns].map((pattern) =>
    connection.subscribe(subjectAt(pattern, own), { callback }),
  );
  return {
    get name() {
      return isRefused ? UNNAMED : own;
    },
    async stop() {
      await Promise.allSettled(subscriptions.map((one) => one.drain()));
    },
  };
}
