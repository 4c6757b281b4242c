import type { TimelineEntry } from './contract-types.ts';
import { List } from './page.ts';
import type { ListQuery } from './page.ts';
import type { Transport } from './transport.ts';

/** Selects a page of a timeline. */
export type TimelineQuery = Omit<ListQuery, 'order'>;

/** What happened to a property or a listing: `for await (const entry of client.listings.timeline(id).all())`. */
export type Timeline = Pick<List<TimelineEntry, TimelineQuery>, 'all' | 'list'>;

export const timelineOf = (transport: Transport, path: string): Timeline => new List(transport, path);
