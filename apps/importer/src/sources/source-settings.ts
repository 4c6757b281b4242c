import { DEFAULT_MAX_REMOVED_SHARE } from '@estate/contracts';
import type { ImportSourceInput } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { readSettingsOf } from '../domain/source.ts';
import { resolvePath } from '../ftp/server/paths.ts';

/** The settings that a customer may change. @throws InvalidInput for a directory that the FTP server cannot have */
export function settingsOf(input: ImportSourceInput) {
  const { name, targetIds = [], preventPublication, onSold, fallbackContact, allowPlainLogins } = input;
  const { maxRemovedShare = DEFAULT_MAX_REMOVED_SHARE } = input;
  const folder = resolvePath('/', input.folder ?? '/');
  if (folder === undefined) {
    throw new InvalidInput('The directory is too long, too deep or has characters that are not allowed.', {
      code: 'import-folder-invalid',
    });
  }
  return {
    ...{ name, folder, targetIds, maxRemovedShare },
    ...(preventPublication !== undefined && { preventPublication }),
    ...(onSold !== undefined && { onSold }),
    ...(fallbackContact && { fallbackContact }),
    ...readSettingsOf(input),
    ...(allowPlainLogins !== undefined && { allowPlainLogins }),
  };
}
