import type { ImportSource, ImportSourceState, OnSold, UnlistedProperties } from '@estate/contracts';
import { knownSoftware } from '@estate/openimmo/read';
import { readSettingsOf } from './source.ts';
import type { ReadSettings } from './source.ts';

export interface ImportSourceRecord extends ReadSettings {
  id: string;
  accountId: string;
  name: string;
  folder: string;
  /** Of the login; unique among all accounts. */
  user: string;
  /** SHA-256, hex: enough without stretching, because passwords are random and never chosen by people. */
  passwordHash: string;
  targetIds: string[];
  preventPublication?: boolean;
  onSold?: OnSold;
  /** Absent in sources from before it existed, which take plain logins. */
  allowPlainLogins?: boolean;
  maxRemovedShare: number;
  state: ImportSourceState;
  lastImportId?: string;
  /** The software that wrote the newest package. */
  sender?: { name: string; version?: string };
  unlisted?: UnlistedProperties[];
  createdAt: Date;
  updatedAt: Date;
}

/** Where software connects to. */
export interface FtpAddress {
  host: string;
  port: number;
  passivePorts: { from: number; to: number };
  secure: boolean;
}

/** Whether software may log in without TLS. */
export const takesPlainLogins = ({
  allowPlainLogins,
}: Pick<ImportSourceRecord, 'allowPlainLogins'>): boolean => allowPlainLogins ?? true;

/** The source as its customer sees it. */
export function toImportSource(record: ImportSourceRecord, address: FtpAddress): ImportSource {
  const { id, name, user, folder, targetIds, maxRemovedShare, state } = record;
  return {
    ...{ id, name, ...address, user, folder, targetIds, maxRemovedShare, state },
    allowPlainLogins: takesPlainLogins(record),
    ...(record.preventPublication !== undefined && { preventPublication: record.preventPublication }),
    ...(record.onSold !== undefined && { onSold: record.onSold }),
    ...readSettingsOf(record),
    ...(record.lastImportId !== undefined && { lastImportId: record.lastImportId }),
    ...(record.sender && { sender: record.sender, ...suggestionFor(record, record.sender.name) }),
    ...(record.unlisted && { unlisted: record.unlisted }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** What the software needs and the source does not have. */
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
