import { PublicationConfirmed, PublicationRejected } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { propertyTypeOf } from '../domain/listing.ts';
import type { ListingRecord } from '../domain/listing.ts';
import { eventOf } from '../domain/platform-answer.ts';
import type { PlatformAnswer } from '../domain/platform-answer.ts';

interface About {
  id: string;
  /** The time of the event. */
  at: Date;
  publicUrl?: string | undefined;
}

type Answered = Pick<
  ListingRecord,
  'id' | 'accountId' | 'propertyId' | 'targetId' | 'published' | 'wanted' | 'summary' | 'property'
>;

const EVENTS = { confirmed: PublicationConfirmed, rejected: PublicationRejected };

/** The event about what a platform answered, if it is one that somebody has to hear. */
export function answerEvent(
  listing: Answered,
  answer: PlatformAnswer,
  { id, at, publicUrl }: About,
): OutgoingMessage | undefined {
  const kind = eventOf(answer, listing);
  if (!kind) return undefined;
  const { state, source, messages, reportId } = answer;
  const { id: listingId, accountId, propertyId, targetId, wanted } = listing;
  return message(
    EVENTS[kind],
    {
      ...{ listingId, propertyId, ...propertyTypeOf(listing), targetId },
      ...{ state, source, messages, at: answer.at.toISOString() },
      ...(reportId !== undefined && { reportId }),
      ...(publicUrl !== undefined && { publicUrl }),
    },
    { id, at, accountId, requestId: wanted.requestId },
  );
}
