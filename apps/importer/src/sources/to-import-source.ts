import type { ImportSource, WaitingPackage } from '@estate/contracts';
import { knownSoftware } from '@estate/openimmo/known-software';
import { takesPlainLogins } from '../domain/import-source.ts';
import type { FtpAddress, ImportSourceRecord, WaitingPackageRecord } from '../domain/import-source.ts';
import { readSettingsOf } from '../domain/source.ts';
import type { ReadSettings } from '../domain/source.ts';

/** The source as its customer sees it. */
export function toImportSource(record: ImportSourceRecord, address: FtpAddress): ImportSource {
  const { id, name, user, folder, targetIds, maxRemovedShare, state } = record;
  return {
    ...{ id, name, ...address, user, folder, targetIds, maxRemovedShare, state },
    allowPlainLogins: takesPlainLogins(record),
    ...(record.preventPublication !== undefined && { preventPublication: record.preventPublication }),
    ...(record.onSold !== undefined && { onSold: record.onSold }),
    ...(record.fallbackContact && { fallbackContact: record.fallbackContact }),
    ...readSettingsOf(record),
    ...(record.lastImportId !== undefined && { lastImportId: record.lastImportId }),
    ...(record.sender && { sender: record.sender, ...suggestionFor(record, record.sender.name) }),
    ...(record.unlisted && { unlisted: record.unlisted }),
    ...(record.waitingPackage && { waitingPackage: toWaitingPackage(record.waitingPackage) }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

const toWaitingPackage = ({ fileName, sizeBytes, since }: WaitingPackageRecord): WaitingPackage => ({
  ...{ fileName, sizeBytes, since: since.toISOString(), code: 'import-storage-full' },
  message: `The package ${fileName} waits, because the packages of this account that are not imported yet leave no space for it. Confirm or cancel the full transfers that wait for a confirmation, or wait until an import ends.`,
});

/** Settings that the software needs and the source does not have. */
function suggestionFor(record: ReadSettings, sender: string): Pick<ImportSource, 'suggestion'> {
  const software = knownSoftware(sender);
  if (!software?.settings) return {};
  const { defaultCountry, emptyValues = [] } = software.settings;
  const known = new Set(record.emptyValues);
  const settings = readSettingsOf({
    ...(defaultCountry !== record.defaultCountry && defaultCountry !== undefined && { defaultCountry }),
    ...(emptyValues.some((value) => !known.has(value)) && {
      emptyValues: [...new Set([...known, ...emptyValues])],
    }),
  });
  return Object.keys(settings).length > 0 ? { suggestion: { software: software.name, ...settings } } : {};
}
