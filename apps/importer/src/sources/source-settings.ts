import { DEFAULT_MAX_REMOVED_SHARE } from '@estate/contracts';
import type { ImportSourceInput } from '@estate/contracts';
import { refusal } from '@estate/errors';
import { readSettingsOf } from '../domain/source.ts';
import { FIXED_LIMITS } from '../ftp/server/limits.ts';
import { resolvePath } from '../ftp/server/paths.ts';

/** The settings that a customer may change. @throws InvalidInput for a directory that the FTP server cannot have */
export function settingsOf(input: ImportSourceInput) {
  const { name, targetIds = [], preventPublication, onSold, fallbackContact, allowPlainLogins } = input;
  const { maxRemovedShare = DEFAULT_MAX_REMOVED_SHARE } = input;
  const folder = resolvePath('/', input.folder ?? '/');
  if (folder === undefined) {
    const message = `folder must have at most ${FIXED_LIMITS.depth} levels and ${FIXED_LIMITS.pathBytes} bytes, and no control characters`;
    throw refusal('import-folder-invalid', 'folder', message);
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
