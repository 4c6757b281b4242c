import { MAIL_REQUEST_IDS_MAX } from '@estate/contracts';
import type { ReceivedMail } from '@estate/contracts';
import { found } from '@estate/errors';
import type { Deps } from '../deps.ts';
import { targetsWithRequests, toReceivedMail } from '../domain/account-part.ts';
import type { AccountMail } from '../domain/account-part.ts';

/** An email of the account with the requests that it led to. @throws NotFound when there is none */
export async function presentReceivedMail(
  { requests }: Pick<Deps, 'requests'>,
  { accountId, id }: { accountId: string; id: string },
  read: AccountMail | null,
): Promise<ReceivedMail> {
  const mail = found(read, 'mail', id);
  const targetIds = targetsWithRequests(mail, accountId);
  return toReceivedMail(mail, accountId, await requests.idsOfMail(id, targetIds, MAIL_REQUEST_IDS_MAX));
}
