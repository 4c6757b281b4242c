import { addressesIn, normalizedAddress, stringsIn } from '@estate/persistence';
import type { ErasedPerson } from '@estate/persistence';
import type { StoredMessage } from '@estate/messaging';
import { holdsPersons } from '../domain/event-persons.ts';
import { toEnvelope } from '../domain/event.ts';
import type { EventDoc } from '../stores/event-store.ts';
import { eraseAll, eraseConsumed } from './erase-events.ts';
import type { EraseDeps } from './erase-events.ts';

/**
 * Erases events that name a person, and the messages of others that are not stored; returns how many events were found. An event about the
 * request of somebody else who named the person stays, without the address.
 */
export async function eraseNamingEvents(
  events: readonly EventDoc[],
  person: ErasedPerson,
  deps: EraseDeps,
): Promise<number> {
  const { erasureId, email } = person;
  const own = events.filter((event) => isOf(person, toEnvelope({ id: event._id, ...event }).eventPayload));
  const others = events.filter((event) => !own.includes(event));
  const also = (message: StoredMessage) => isNamedBy(person, message) && isOf(person, message.data);
  await eraseAll(deps, own, { erasureId, also });
  // The messages first: once an event does not name the person, nothing shows that its message was consumed.
  const messages = await eraseConsumed(deps, {
    events: others,
    isMeant: (message) => isNamedBy(person, message),
  });
  await deps.tally.note(erasureId, 'message', messages);
  for (const event of others) {
    await deps.erasedEvents.redact(event, [email]);
    await deps.erasedEvents.emptyAnswers(event._id);
  }
  return events.length;
}

const names = ({ email }: ErasedPerson, data: unknown): boolean =>
  addressesIn(...stringsIn(data)).includes(normalizedAddress(email));

const isNamedBy = (person: ErasedPerson, { accountId, subject, data }: StoredMessage): boolean =>
  accountId === person.accountId &&
  holdsPersons(subject.slice(subject.indexOf('.') + 1)) &&
  names(person, data);

/** True if the payload is about the person: not about the request of somebody with another address. */
function isOf({ email }: ErasedPerson, payload: unknown): boolean {
  const { prospect } = payload as { prospect?: { email?: string } };
  const own = addressesIn(prospect?.email);
  return own.length === 0 || own.includes(normalizedAddress(email));
}
