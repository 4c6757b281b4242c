import type { MarketplaceClient } from './client.ts';
import { CallFailed } from '../rest/failures.ts';
import { at, idOf, listOf, textOf } from './messages.ts';
import { subjectOf } from './call-subject.ts';

const subject = subjectOf('the question', 'targetId');

/**
 * Identifies the account that a grant is for by the id of its default contact, which every account has and no other one shares.
 * Undefined if the marketplace does not return it now.
 */
export async function findOwnAccount(
  client: MarketplaceClient,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { body } = await client.call({ method: 'GET', path: '/user/me/contact', subject, signal });
    const list = at(body, 'common.realtorContactDetailsList');
    const contacts = listOf(at(list, 'realtorContactDetails')).map(
      (one) => at(one, 'common.realtorContactDetail') ?? one,
    );
    const own = contacts.find((contact) => textOf(at(contact, 'defaultContact')) === 'true');
    return idOf(at(own, '@id'));
  } catch (error) {
    const isTimeUp = error instanceof Error && error.name === 'TimeoutError';
    if (error instanceof CallFailed || isTimeUp) return undefined;
    throw error;
  }
}
