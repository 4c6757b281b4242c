import { eraseMessages } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { EraseDeps } from './erase-events.ts';

const CONSUMER = 'notifier-on-customer-event';
/** The events about requests; no others hold data of prospects. */
const FILTER = 'event.request.>';

interface Parts {
  clock: () => Date;
  bus: Bus<Manifest>;
  stores: Pick<Stores, 'erasedEvents' | 'tally'>;
}

/** Creates the dependencies of the erasure of personal data from events. */
export const createErasing = ({ clock, bus, stores: { erasedEvents, tally } }: Parts): EraseDeps => ({
  clock,
  erasedEvents,
  tally,
  eraseMessages: (isErased, since) =>
    eraseMessages(bus, { consumer: CONSUMER, filter: FILTER, since }, isErased),
});
