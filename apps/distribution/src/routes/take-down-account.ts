import { takeDownAccount } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { takeDown } from '../closing/take-down.ts';
import type { Deps } from '../deps.ts';

export const takeDownAccountRoute = (deps: Deps) =>
  answer(takeDownAccount, ({ closingId }, { accountId, requestId }) =>
    takeDown({ accountId, closingId, requestId }, deps),
  );
