import { NAMING_SHOWN_MAX, listSourcesNamingTarget as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Asked before a target is deleted. */
export const listSourcesNamingTarget = ({ importSources }: Pick<Deps, 'importSources'>) =>
  answer(operation, ({ targetId }, { accountId }) =>
    importSources.naming(accountId, targetId, NAMING_SHOWN_MAX),
  );
