import { addressesIn, personKeysOf } from '@estate/persistence';
import { holdsPersons } from '../domain/event-persons.ts';
import type { StoredEvent } from '../domain/event.ts';

/** By which an account finds the persons in an event; none for an event without data of persons. */
export const personKeysIn = ({
  accountId,
  eventName,
  rawBody,
}: Pick<StoredEvent, 'accountId' | 'eventName' | 'rawBody'>): { personKeys?: string[] } =>
  holdsPersons(eventName) ? { personKeys: personKeysOf(accountId, addressesIn(rawBody)) } : {};
