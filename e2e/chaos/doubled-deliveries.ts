import type { Delivery } from '@estate/contracts';
import type { InjectedFault } from './faults.ts';

/** Of the clocks of two processes, and of what a process had still under way when a fault was over. */
const SLACK_MS = 2000;

/** A delivery that the receiver got more than once. */
export interface DoubledDelivery {
  eventId: string;
  arrivals: string[];
  /** As the service noted them: when, and with which answer or error. */
  attempts: string[];
  /** Why it was sent again; undefined when nothing explains it. */
  because: string | undefined;
}

export interface Evidence {
  arrived: readonly { eventId?: string; at: string }[];
  deliveries: readonly Pick<Delivery, 'eventId' | 'attemptCount' | 'attempts'>[];
  faults: readonly InjectedFault[];
}

/**
 * Explains what arrived more than once. Each arrival must have an attempt of its own, and each attempt but the last one a reason why
 * the service did not get its answer: an error that the attempt has noted, or a fault of a part that it needed.
 */
export function doubledDeliveries({ arrived, deliveries, faults }: Evidence): DoubledDelivery[] {
  const known = new Map(deliveries.map((one) => [one.eventId, one]));
  const byEvent = Map.groupBy(arrived, ({ eventId = '' }) => eventId);
  return [...byEvent]
    .filter(([, all]) => all.length > 1)
    .map(([eventId, all]) => {
      const arrivals = all.map(({ at }) => at).toSorted();
      const { attemptCount = 0, attempts = [] } = known.get(eventId) ?? {};
      const isAttempted = attemptCount >= all.length;
      const because = isAttempted ? (notedError(attempts) ?? faultBetween(arrivals, faults)) : undefined;
      return { eventId, arrivals, attempts: attempts.map(described), because };
    });
}

const described = ({ at, statusCode, errorCode }: Delivery['attempts'][number]): string =>
  `${at} ${String(statusCode ?? errorCode ?? 'without outcome')}`;

const notedError = (attempts: Delivery['attempts']): string | undefined => {
  const code = attempts.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
  return code === undefined ? undefined : `no answer: ${code}`;
};

function faultBetween(arrivals: readonly string[], faults: readonly InjectedFault[]): string | undefined {
  const [first, last] = [Date.parse(arrivals[0] ?? ''), Date.parse(arrivals.at(-1) ?? '')];
  const found = faults.find(
    ({ what, from, to }) => NEEDED.test(what) && from <= last && to >= first - SLACK_MS,
  );
  return found && `${found.what} ${found.how}`;
}

/** What an attempt needs until its outcome is stored. */
const NEEDED = /^(?:notifier|mongod|embedded-mongo|webhook-receiver|connection to the database|network)/;
