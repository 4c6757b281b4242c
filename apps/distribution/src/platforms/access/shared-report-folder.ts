import { posix } from 'node:path';
import { refusal } from '@estate/errors';
import type { InvalidInput } from '@estate/errors';
import type { Deps } from '../../deps.ts';
import type { TargetRecord } from '../../domain/target.ts';
import { portalLogin } from '../../targets/target-login.ts';
import { profileOf } from '../any-portal.ts';

type Reader = Pick<TargetRecord, 'type' | 'credentials' | 'settings'>;

/** @throws InvalidInput if a target of the account would lose results, because another one removes files that both read */
export async function requireOwnResults(
  wish: Reader & Pick<TargetRecord, 'id' | 'accountId'>,
  { profiles, targets }: Pick<Deps, 'profiles' | 'targets'>,
): Promise<void> {
  const read = folderOf(wish, profiles);
  if (!read) return;
  for (const other of await targets.ofAccount(wish.accountId)) {
    const folder = other.id === wish.id ? undefined : folderOf(other, profiles);
    if (folder?.place === read.place && (folder.isEmptied || read.isEmptied))
      throw resultsTaken(other, { isSetting: wish.settings !== undefined, isEmptied: read.isEmptied });
  }
}

/** The report folder of a target in a canonical form, with its server and user. */
function folderOf({ type, credentials, settings }: Reader, profiles: Deps['profiles']) {
  if (!credentials) return undefined;
  const profile = profileOf({ type, credentials, ...(settings && { settings }) }, profiles);
  if (!profile?.reportFolder) return undefined;
  const { path, remove = false } = profile.reportFolder;
  const directory = posix.resolve('/', credentials.path || profile.defaultPath, path);
  return { place: portalLogin({ ...credentials, path: directory }, ''), isEmptied: remove };
}

function resultsTaken(
  { id, name }: TargetRecord,
  { isSetting, isEmptied }: { isSetting: boolean; isEmptied: boolean },
): InvalidInput {
  const path = isSetting ? `settings.reportFolder.${isEmptied ? 'remove' : 'path'}` : 'credentials';
  const other = name === undefined ? `the target ${id}` : `the target "${name}" (${id})`;
  const reads = isEmptied ? 'reads the same folder' : 'removes the files of the same folder';
  const message = `${path}: ${other} ${reads}, so one of the two would lose results. Use another folder, or leave the files there`;
  return refusal('invalid-input', path, message);
}
