import { DEFAULT_MAX_REMOVED_SHARE, sentenceOf } from '@estate/contracts';
import type { ImportSourceInput } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { readSettingsOf } from '../domain/source.ts';
import { FIXED_LIMITS } from '../ftp/server/limits.ts';
import { resolvePath } from '../ftp/server/paths.ts';

/** The settings that a customer may change. @throws InvalidInput for a directory that the FTP server cannot have */
export function settingsOf(input: ImportSourceInput) {
  const { name, targetIds = [], preventPublication, onSold, fallbackContact, allowPlainLogins } = input;
  const { maxRemovedShare = DEFAULT_MAX_REMOVED_SHARE } = input;
  const folder = resolvePath('/', input.folder ?? '/');
  if (folder === undefined) {
    const code = 'import-folder-invalid';
    const problems = [
      {
        path: 'folder',
        code,
        message: `folder must have at most ${FIXED_LIMITS.depth} levels and ${FIXED_LIMITS.pathBytes} bytes, and no control characters`,
      },
    ];
    throw new InvalidInput(sentenceOf(problems), { code, problems });
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
