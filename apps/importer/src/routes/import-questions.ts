import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Stops the imports and the FTP logins of an account whose closing can still be cancelled, or lets them go on. */
export const holdAccount = ({ clock, held, queue }: Pick<Deps, 'clock' | 'held' | 'queue'>) =>
  answer(contracts.holdImports, async ({ closingId, isHeld }, { accountId }) => {
    if (isHeld) await held.hold(accountId, { id: closingId, at: clock() });
    else {
      await held.letGo(accountId, closingId);
      await queue.makeAllDue(accountId, clock());
    }
    return {};
  });

/** Asked before a target is deleted. */
export const listSourcesNamingTarget = ({ importSources }: Pick<Deps, 'importSources'>) =>
  answer(contracts.listSourcesNamingTarget, ({ targetId }, { accountId }) =>
    importSources.naming(accountId, targetId, contracts.NAMING_SHOWN_MAX),
  );

/** The questions of other services to the importer. */
export const importQuestionRoutes = (deps: Deps) => [holdAccount(deps), listSourcesNamingTarget(deps)];
