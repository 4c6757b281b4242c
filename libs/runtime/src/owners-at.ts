import { AUDITED_AT_ONCE_MAX } from '@estate/contracts';
import type { Caller } from '@estate/messaging';
import { newRequestId } from '@estate/observability';
import type { FindNamed, Named } from '@estate/persistence';

type AskOwners = (input: { ids: string[] }, caller: Caller) => Promise<{ data: readonly Named[] }>;

/** Asks another service, in portions, for the owners of these ids; for an auditor. */
export const ownersAt =
  (ask: AskOwners): FindNamed =>
  async (ids) => {
    const found: Named[] = [];
    const caller = { accountId: '', requestId: newRequestId() };
    for (let at = 0; at < ids.length; at += AUDITED_AT_ONCE_MAX)
      found.push(...(await ask({ ids: ids.slice(at, at + AUDITED_AT_ONCE_MAX) }, caller)).data);
    return found;
  };
