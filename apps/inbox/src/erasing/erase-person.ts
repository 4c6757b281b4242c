import { addressesIn, keysNaming, normalizedAddress } from '@estate/persistence';
import { erasePublishedOf } from './erase-published.ts';
import { partIn } from './person.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { MailDoc } from '../stores/mail-document.ts';
import type { TextDoc } from '../stores/text-store.ts';
import { eraseMailsOf, eraseWholeMails, removeText } from './erase-requests.ts';
import type { EraseDeps } from './erase-requests.ts';

const AT_ONCE = 100;

/** Whose data an account has erased, and in which erasure. */
export interface ErasedPerson {
  accountId: string;
  erasureId: string;
  email: string;
}

/**
 * Takes a portion of what an account has stored of a person out of the account, and erases it; true when nothing was found. The requests
 * themselves are erased by the worker.
 */
export async function erasePerson(deps: EraseDeps, person: ErasedPerson): Promise<boolean> {
  const keys = keysNaming(person.accountId, person.email);
  const foundRequests = await eraseOwnRequests(deps, person, keys);
  const foundTexts = await eraseTexts(deps, person, keys);
  const foundMails = await eraseMails(deps, person, keys);
  const foundPublished = await erasePublishedOf(deps.publishedMessages, {
    keys,
    email: person.email,
    most: AT_ONCE,
  });
  return !foundRequests && !foundTexts && !foundMails && !foundPublished;
}

async function eraseOwnRequests(deps: EraseDeps, person: ErasedPerson, keys: string[]): Promise<boolean> {
  const isMeant = (request: RequestDoc) => partIn(request, person.email) !== 'none';
  const found = await deps.erasedRequests.naming(person.accountId, keys, { isMeant, most: AT_ONCE });
  const {
    own = [],
    named = [],
    noted = [],
  } = Object.groupBy(found, (request) => partIn(request, person.email));
  await take(deps, person, own);
  await redactAll(deps, person, { requests: named });
  for (const request of noted) await deps.erasedRequests.redact(request, request.message, [person.email]);
  return found.length > 0;
}

async function take(
  deps: EraseDeps,
  { accountId, erasureId }: ErasedPerson,
  requests: readonly RequestDoc[],
) {
  const ids = requests.map(({ _id }) => _id);
  if (ids.length > 0) await deps.erasedRequests.take(ids, { accountId, erasureId, dueAt: deps.clock() });
}

/** Somebody else named the address: the request stays, without it. */
async function redactAll(
  deps: EraseDeps,
  { accountId, erasureId, email }: ErasedPerson,
  { requests, text }: { requests: readonly RequestDoc[]; text?: string },
): Promise<void> {
  if (requests.length === 0) return;
  const words = [email];
  await deps.eraseEvents(accountId, {
    redacted: requests.map(({ _id: requestId }) => ({ requestId, words })),
  });
  await eraseMailsOf(deps, { accountId, erasureId }, requests);
  for (const request of requests) await deps.erasedRequests.redact(request, text ?? request.message, words);
}

/** A text that a request of the person shares is left to the worker, which knows the name of the person, too. */
async function eraseTexts(deps: EraseDeps, person: ErasedPerson, keys: string[]): Promise<boolean> {
  let found = false;
  const meant = { isMeant: ({ text }: TextDoc) => names(person, text), most: AT_ONCE };
  for (const { _id: textId, text } of await deps.texts.naming(keys, meant)) {
    if (await deps.erasedRequests.isBeingErased(textId)) continue;
    const sharing = await deps.erasedRequests.sharing(person.accountId, textId, AT_ONCE);
    const own = sharing.filter((request) => partIn({ ...request, message: text }, person.email) === 'own');
    await take(deps, person, own);
    if (own.length === 0) await redactAll(deps, person, { requests: sharing, text });
    await removeText(deps, textId);
    found = true;
  }
  return found;
}

async function eraseMails(deps: EraseDeps, person: ErasedPerson, keys: string[]): Promise<boolean> {
  const { accountId, erasureId } = person;
  const isMeant = ({ sender, subject, content }: MailDoc) => names(person, sender, subject, content?.text);
  const found = await deps.erasedMails.naming(keys, { isMeant, most: AT_ONCE });
  const mailIds = found.map(({ _id }) => _id);
  if (mailIds.length === 0) return false;
  await eraseWholeMails(deps, { accountId, erasureId }, mailIds);
  return true;
}

const names = ({ email }: ErasedPerson, ...texts: readonly (string | undefined)[]): boolean =>
  addressesIn(...texts).includes(normalizedAddress(email));
