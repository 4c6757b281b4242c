import { addressesIn, personKeysOf, stringsIn } from '@estate/persistence';
import { holdsPersons } from '../domain/event-persons.ts';
import type { StoredEvent } from '../domain/event.ts';

/** By which an account finds the persons in an event; none for an event without data of persons. */
export const personKeysIn = ({
  accountId,
  eventName,
  rawBody,
}: Pick<StoredEvent, 'accountId' | 'eventName' | 'rawBody'>): { personKeys?: string[] } =>
  holdsPersons(eventName)
    ? { personKeys: personKeysOf(accountId, addressesIn(...textsIn({ rawBody }))) }
    : {};

/** The texts of an event as they are meant: in the text of its JSON, the escape of a line end would be part of an address. */
export const textsIn = ({ rawBody }: Pick<StoredEvent, 'rawBody'>): string[] =>
  stringsIn(JSON.parse(rawBody));
