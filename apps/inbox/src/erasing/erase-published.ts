import { addressesIn, normalizedAddress, withoutPerson } from '@estate/persistence';
import type { ErasedPerson, PublishedMessageDoc, PublishedMessages } from '@estate/persistence';

export type Published = Pick<PublishedMessages, 'eraseOf' | 'of' | 'remove' | 'replaceData'>;

interface RedactedRequest {
  requestId: string;
  words: readonly string[];
}

/** Takes words out of the messages about requests that the inbox would publish again. */
export async function redactPublished(
  published: Published,
  accountId: string,
  requests: readonly RedactedRequest[],
): Promise<void> {
  const wordsOf = new Map(requests.map(({ requestId, words }) => [requestId, words]));
  for (const doc of await published.of(accountId, [...wordsOf.keys()]))
    await redact(published, doc, wordsOf.get(doc.documentId) ?? []);
}

/** Erases messages that name a person; a message about the request of somebody else stays, without the address. */
export async function erasePublished(
  found: readonly PublishedMessageDoc[],
  { email }: ErasedPerson,
  { publishedMessages: published }: { publishedMessages: Published },
): Promise<number> {
  const address = normalizedAddress(email);
  await published.remove(found.filter((doc) => isOf(doc, address)).map(({ _id }) => _id));
  for (const doc of found.filter((one) => !isOf(one, address))) await redact(published, doc, [email]);
  return found.length;
}

/** True if the message is about the person: not about the request of somebody with another address. */
function isOf({ message }: PublishedMessageDoc, address: string): boolean {
  const { prospect } = message.data as { prospect?: { email?: string } };
  const own = addressesIn(prospect?.email);
  return own.length === 0 || own.includes(address);
}

async function redact(
  published: Published,
  doc: PublishedMessageDoc,
  words: readonly string[],
): Promise<void> {
  await published.replaceData(doc, withoutPerson(doc.message.data as object, words));
}
