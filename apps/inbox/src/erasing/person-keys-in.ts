import { addressesIn, personKeysOf, stringsIn } from '@estate/persistence';
import type { OutboxMessage } from '@estate/persistence';

/** The keys of the persons whose addresses an event names. */
export const personKeysIn = ({ accountId, data }: Pick<OutboxMessage, 'accountId' | 'data'>): string[] =>
  personKeysOf(accountId, addressesIn(...stringsIn(data)));
