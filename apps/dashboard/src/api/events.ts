import type { ServiceEvent } from '@estate/client';
import { api } from './client.ts';

interface Wanted {
  since?: string;
  eventName?: ServiceEvent['eventName'];
  /** Stops after so many. */
  most: number;
}

/** The newest events, newest first. */
export async function newestEvents({ most, ...query }: Wanted, signal: AbortSignal): Promise<ServiceEvent[]> {
  const events: ServiceEvent[] = [];
  const limit = Math.min(most, 100);
  for await (const event of api.events.all({ ...query, order: 'desc', limit }, { signal })) {
    events.push(event);
    if (events.length >= most) break;
  }
  return events;
}
