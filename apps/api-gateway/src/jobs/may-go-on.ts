import { PERMISSIONS_OF_ROLE } from '@estate/contracts';
import type { Permission } from '@estate/contracts';
import { Conflict, NotFound } from '@estate/errors';
import { isExpired } from '../domain/api-key.ts';
import { isWatching } from '../domain/job.ts';
import type { StoredJob } from '../domain/job.ts';
import { permissionsOfScopes } from '../edge/access/permissions.ts';
import type { JobDeps } from './job-deps.ts';

/** The reason why a job must stop: its actor lacks the permission now, or its account is being closed. */
export async function mustStop(
  deps: Pick<JobDeps, 'apiKeys' | 'clock' | 'openAccounts' | 'users'>,
  job: StoredJob,
): Promise<'permission_lost' | 'account_closing' | undefined> {
  const [permissions, isClosing] = await Promise.all([
    permissionsOfActor(deps, job),
    deps.openAccounts.require(job.accountId).then(() => false, closingOnly),
  ]);
  if (isClosing) return 'account_closing';
  // The call itself started the work of a watching job, so its actor needs no permission any more.
  return isWatching(job) || permissions.includes('write') ? undefined : 'permission_lost';
}

/** The current permissions of the user, or of the key of a program or of a session. */
async function permissionsOfActor(
  { apiKeys, users, clock }: Pick<JobDeps, 'apiKeys' | 'clock' | 'users'>,
  { accountId, trace: { actor } }: StoredJob,
): Promise<readonly Permission[]> {
  const id = actor?.id ?? '';
  if (actor?.kind === 'user') {
    const user = await users.find(accountId, id);
    return user ? PERMISSIONS_OF_ROLE[user.role] : [];
  }
  try {
    const key = await apiKeys.get(accountId, id);
    return isExpired(key, clock()) ? [] : permissionsOfScopes(key.scopes);
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
}

function closingOnly(error: unknown): true {
  if (error instanceof Conflict) return true;
  throw error;
}
