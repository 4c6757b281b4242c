import type { InputOf, eraseEvents as operation } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { IsErased, StoredMessage } from '@estate/messaging';
import { timeOfId } from '@estate/persistence';
import type { ErasureTally } from '@estate/persistence';
import { isOfInbox } from '../domain/event-persons.ts';
import type { ErasedEventStore } from '../stores/erased-event-store.ts';
import type { EventDoc } from '../stores/event-store.ts';

export interface EraseDeps {
  clock: () => Date;
  erasedEvents: ErasedEventStore;
  tally: ErasureTally;
  /** Erases messages that the broker has for the consumer of events; returns their places. */
  eraseMessages: (isErased: IsErased, since?: Date) => Promise<string[]>;
}

const MINUTE_MS = 60_000;
/** A message that was not consumed for so long will not be, or only as a dead letter. */
const CONSUMED_WITHIN_MS = 60 * MINUTE_MS;

type Erased = InputOf<typeof operation> & { accountId: string };

/** Erases the events about requests and emails; each step can be taken again. */
export async function eraseEvents(deps: EraseDeps, erased: Erased): Promise<void> {
  const { accountId, requestIds, mailIds, erasureId } = erased;
  const events = (await deps.erasedEvents.about(accountId, requestIds, mailIds)).filter(isErasable);
  const since = sinceIds([...requestIds, ...mailIds]);
  await eraseAll(deps, events, { erasureId, since, also: isAbout(erased) });
  if (erased.redacted.length > 0) await redactEvents(deps, erased);
}

interface Erasure {
  erasureId: string | undefined;
  /** Further messages that belong to the erasure, whose events are not stored. */
  also: IsErased;
  since?: Date | undefined;
}

/** Erases events with their messages and the answers to their deliveries; the events last, so that a crash leaves what is found again. */
export async function eraseAll(
  deps: EraseDeps,
  events: readonly EventDoc[],
  erasure: Erasure,
): Promise<void> {
  const { erasedEvents, tally } = deps;
  const { erasureId, also, since } = erasure;
  const ids = events.map(({ _id }) => _id);
  const known = new Set(ids);
  const messages = await deps.eraseMessages((message) => known.has(message.id) || also(message), since);
  const deliveryIds = await erasedEvents.deliveriesOf(ids);
  if (erasureId !== undefined) {
    await tally.note(erasureId, 'message', messages);
    await tally.note(erasureId, 'delivery', deliveryIds);
    await tally.note(erasureId, 'event', ids);
  }
  await erasedEvents.emptyDeliveries(ids);
  await erasedEvents.remove(ids);
}

/** Messages are published after the request or the email was stored that they are about. */
function sinceIds(ids: readonly string[]): Date | undefined {
  const first = ids.toSorted()[0];
  return first === undefined ? undefined : new Date(timeOfId(first).getTime() - MINUTE_MS);
}

/** The inbox may erase only its own events. */
const isErasable = ({ eventName }: EventDoc): boolean => isOfInbox(`event.${eventName}`);

function isAbout({ accountId, requestIds, mailIds }: Erased): IsErased {
  const [requests, mails] = [new Set<unknown>(requestIds), new Set<unknown>(mailIds)];
  return ({ subject, accountId: owner, data }: StoredMessage) => {
    if (owner !== accountId || !isOfInbox(subject) || typeof data !== 'object' || data === null) return false;
    const { id, mailId } = data as { id?: unknown; mailId?: unknown };
    return (subject === 'event.request.created' && requests.has(id)) || mails.has(mailId);
  };
}

async function redactEvents(deps: EraseDeps, { accountId, redacted }: Erased): Promise<void> {
  const wordsOf = new Map(redacted.map(({ requestId, words }) => [requestId, words]));
  const requestIds = [...wordsOf.keys()];
  const events = (await deps.erasedEvents.about(accountId, requestIds, [])).filter(isErasable);
  for (const event of events) {
    await deps.erasedEvents.redact(event, wordsOf.get(event.aboutRequestId ?? '') ?? []);
    await deps.erasedEvents.emptyAnswers(event._id);
  }
  const isMeant = isAbout({ accountId, requestIds, mailIds: [], redacted: [] });
  await eraseConsumed(deps, { events, isMeant, since: sinceIds(requestIds) });
}

/**
 * Erases the messages of events that are stored without a person by now.
 * @throws Unavailable while one of the messages is still to be consumed
 */
export async function eraseConsumed(
  { eraseMessages, clock }: Pick<EraseDeps, 'eraseMessages' | 'clock'>,
  { events, isMeant, since }: { events: readonly EventDoc[]; isMeant: IsErased; since?: Date | undefined },
): Promise<string[]> {
  const stored = new Set(events.map(({ _id }) => _id));
  const consumedBefore = new Date(clock().getTime() - CONSUMED_WITHIN_MS);
  let waiting = 0;
  const erased = await eraseMessages((message) => {
    if (!isMeant(message)) return false;
    const isConsumed = stored.has(message.id) || message.at < consumedBefore;
    if (!isConsumed) waiting += 1;
    return isConsumed;
  }, since);
  if (waiting > 0) throw new Unavailable('Events that name the person are still to be stored.');
  return erased;
}
