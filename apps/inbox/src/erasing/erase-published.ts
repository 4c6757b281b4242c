import { redacted } from '@estate/contracts';
import { addressesIn, normalizedAddress } from '@estate/persistence';
import type { PublishedMessageDoc, PublishedMessages } from '@estate/persistence';

export type Published = Pick<PublishedMessages, 'eraseOf' | 'naming' | 'of' | 'remove' | 'replaceData'>;

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

/**
 * Erases a portion of the messages that name a person and that the inbox would publish again; a message about the request of somebody
 * else stays, without the address. True when any was found.
 */
export async function erasePublishedOf(
  published: Published,
  { keys, email, most }: { keys: readonly string[]; email: string; most: number },
): Promise<boolean> {
  const address = normalizedAddress(email);
  const isMeant = ({ message }: PublishedMessageDoc) =>
    addressesIn(JSON.stringify(message.data)).includes(address);
  const found = await published.naming(keys, isMeant, most);
  const others = found.filter((doc) => !isOf(doc, address));
  await published.remove(found.filter((doc) => isOf(doc, address)).map(({ _id }) => _id));
  for (const doc of others) await redact(published, doc, [email]);
  return found.length > 0;
}

/** Whether the message is about the person: not about the request of somebody with another address. */
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
  const data = doc.message.data as { message?: unknown };
  if (typeof data.message !== 'string') return;
  await published.replaceData(doc, { ...data, message: redacted(data.message, words) });
}
