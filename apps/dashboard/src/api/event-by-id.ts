import type { Client, ServiceEvent } from '@estate/client';

const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/** The id directly before another one, in the order of ids. */
export function idBefore(id: string): string {
  const kept = id.replace(/(?<!0)0*$/, '');
  const last = kept.at(-1);
  if (last === undefined) return id;
  const lower = DIGITS[DIGITS.indexOf(last) - 1] ?? '0';
  return kept.slice(0, -1) + lower + 'v'.repeat(id.length - kept.length);
}

/** Events are listed in the order of their ids, so the one with an id is the first after the id before it. */
export async function eventById(
  { events }: Pick<Client, 'events'>,
  id: string,
  signal: AbortSignal,
): Promise<ServiceEvent | undefined> {
  const { data } = await events.list({ startAfter: idBefore(id), limit: 1 }, { signal });
  return data.find(({ eventId }) => eventId === id);
}
