import type { RequestLogQuery } from '@estate/contracts';
import { dateOf } from '@estate/persistence';
import type { LoggedRequest } from '../domain/logged-request.ts';

/** A call in its bucket, which has the account; a damaged one lacks more. */
type BucketedCall = Partial<Omit<LoggedRequest, 'accountId'>>;

/** The class of a status in queries. */
export const classOf = (status: number): string => `${String(Math.floor(status / 100))}xx`;

/** The exact filters, each with the values of a call that it is compared with. */
const VALUES = {
  method: ({ method }) => [method],
  status: ({ status = 0 }) => [String(status), classOf(status)],
  actorKind: ({ actor }) => [actor?.kind],
  actorId: ({ actor }) => [actor?.id],
  requestId: ({ requestId }) => [requestId],
  resourceId: ({ resourceIds = [] }) => resourceIds,
} satisfies Partial<Record<keyof RequestLogQuery, (call: BucketedCall) => readonly (string | undefined)[]>>;

const NEVER = new Date(Number.NaN);

/** True for a call that matches a query; the query of a collection only finds buckets in which some call may match. */
export function askedCalls(query: RequestLogQuery): (call: BucketedCall) => boolean {
  const { startAfter, order, from, to, limit: _page, ...exact } = query;
  const asked = Object.entries(exact) as [keyof typeof VALUES, string | undefined][];
  const [since, until] = [dateOf(from), dateOf(to)];
  const isAfter = (id: string, other: string) => (order === 'asc' ? id > other : id < other);
  const isInPeriod = (at: Date) => (!since || at >= since) && (!until || at < until);
  return (call) =>
    asked.every(([field, value]) => value === undefined || VALUES[field](call).includes(value)) &&
    (startAfter === undefined || isAfter(call.id ?? '', startAfter)) &&
    isInPeriod(call.at ?? NEVER);
}
