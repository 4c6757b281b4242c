import { getRequest as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toRequest } from '../domain/mail.ts';

/** One contact request of the account. */
export const getRequest = ({ requests }: Deps) =>
  answer(operation, async ({ id }, { accountId }) =>
    toRequest(found(await requests.find(accountId, id), 'request', id)),
  );
