import { INBOX_EVENTS, Id } from '@estate/contracts';

/** The personal data of an event: the request or the email that it is about. */
export interface EventSource {
  /** The contact request. */
  aboutRequestId?: string;
  /** The email that could not be read. */
  aboutMailId?: string;
}

const PREFIX = 'request.';

/** Only events about requests hold data of prospects. */
export const holdsPersons = (eventName: string): boolean => eventName.startsWith(PREFIX);

const OF_INBOX: ReadonlySet<string> = new Set(INBOX_EVENTS);

/** True if the inbox publishes messages on this subject, so that it may have them erased. */
export const isOfInbox = (subject: string): boolean => OF_INBOX.has(subject);

/** The request or the email that an event is about, by its payload. */
export function sourceOf(eventName: string, { id, mailId }: Record<string, unknown>): EventSource {
  if (!holdsPersons(eventName)) return {};
  const [request, mail] = [Id.safeParse(id), Id.safeParse(mailId)];
  return {
    ...(eventName === 'request.created' && request.success && { aboutRequestId: request.data }),
    ...(mail.success && { aboutMailId: mail.data }),
  };
}
