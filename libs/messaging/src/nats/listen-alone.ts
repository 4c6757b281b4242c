import { hostname } from 'node:os';
import type { Logger } from '@estate/observability';
import { nuid } from 'nats';
import type { Msg, Subscription } from 'nats';
import { UNNAMED, subjectAt } from './ask-headers.ts';
import type { Broker } from './broker.ts';

const NAME_LENGTH = 8;

/** The subjects of a single replica. */
export interface Alone {
  /** The name that it signs with. */
  readonly name: string;
  /** Resolves when everything that was sent to it has been handled. */
  stop(): Promise<void>;
}

interface Listening {
  /** The handler of the requests of each subject. */
  takers: ReadonlyMap<string, (request: Msg) => void>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Lets callers ask this replica alone, besides the queue group that all replicas share: they do so while another replica is silent. A
 * broker with the users of an earlier version refuses that, and the replica then has no name until a later connection allows it.
 */
export function listenAlone(
  broker: Pick<Broker, 'connection' | 'onRestored'>,
  { takers, log }: Listening,
): Alone {
  const own = `${hostname().replaceAll(/[^\w-]/g, '_')}-${nuid.next().slice(-NAME_LENGTH)}`;
  const subscriptions = new Map<string, Subscription>();
  const refused = new Set<string>();
  let isNamed = true;
  const refuse = (subject: string, error: Error) => {
    if (isNamed) log.warn({ err: error, subject }, 'replica.unnamed');
    isNamed = false;
    refused.add(subject);
  };
  const listen = (subject: string) => {
    const callback = (error: Error | null, request: Msg) =>
      error ? refuse(subject, error) : takers.get(subject)?.(request);
    subscriptions.set(subject, broker.connection.subscribe(subjectAt(subject, own), { callback }));
  };
  /** The driver drops a refused subscription. */
  const listenAgain = async () => {
    if (isNamed) return;
    const again = [...refused];
    refused.clear();
    for (const subject of again) listen(subject);
    // Refusals arrive before this resolves.
    await broker.connection.flush();
    isNamed = refused.size === 0;
  };
  for (const subject of takers.keys()) listen(subject);
  // Without a connection, it is retried with the next one.
  const forget = broker.onRestored(() => void listenAgain().catch(() => undefined));
  return {
    get name() {
      return isNamed ? own : UNNAMED;
    },
    async stop() {
      forget();
      await Promise.allSettled([...subscriptions.values()].map((one) => one.drain()));
    },
  };
}
