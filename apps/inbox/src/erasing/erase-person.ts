import type { ErasedPerson } from '@estate/persistence';
import { partIn } from './person.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { MailDoc } from '../stores/mail-document.ts';
import type { TextDoc } from '../stores/text-store.ts';
import { eraseMailsOf, eraseWholeMails, redactEvents, removeText } from './erase-requests.ts';
import type { EraseDeps } from './erase-requests.ts';

const AT_ONCE = 100;

/**
 * Takes requests of a person out of the account, so that the worker erases them, and the address out of requests of others; returns how many
 * were found.
 */
export async function eraseOwnRequests(
  found: readonly RequestDoc[],
  person: ErasedPerson,
  deps: EraseDeps,
): Promise<number> {
  const { own = [], named = [], noted = [] } = Object.groupBy(found, (one) => partIn(one, person.email));
  await take(deps, person, own);
  await redactAll(deps, person, { requests: named });
  for (const request of noted) await deps.erasedRequests.redact(request, request.message, [person.email]);
  return found.length;
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
  await redactEvents(deps, accountId, { requests, words });
  await eraseMailsOf(deps, { accountId, erasureId }, requests);
  const shared = await deps.texts.read(requests.flatMap(({ textId }) => textId ?? []));
  for (const request of requests) {
    const message = text ?? request.message ?? shared.get(request.textId ?? '');
    await deps.erasedRequests.redact(request, message, words);
  }
}

/** A text that a request of the person shares is left to the worker, which knows the name of the person, too. */
export async function eraseTexts(
  found: readonly TextDoc[],
  person: ErasedPerson,
  deps: EraseDeps,
): Promise<number> {
  let erased = 0;
  for (const { _id: textId, text } of found) {
    if (await deps.erasedRequests.isBeingErased(textId)) continue;
    const sharing = await deps.erasedRequests.sharing(person.accountId, textId, AT_ONCE);
    const own = sharing.filter((request) => partIn({ ...request, message: text }, person.email) === 'own');
    await take(deps, person, own);
    if (own.length === 0) await redactAll(deps, person, { requests: sharing, text });
    await removeText(deps, textId);
    erased += 1;
  }
  return erased;
}

/** Erases emails that name a person, with the events about them. */
export async function eraseMails(
  found: readonly MailDoc[],
  { accountId, erasureId }: ErasedPerson,
  deps: EraseDeps,
): Promise<number> {
  const mailIds = found.map(({ _id }) => _id);
  if (mailIds.length > 0) await eraseWholeMails(deps, { accountId, erasureId }, mailIds);
  return found.length;
}
