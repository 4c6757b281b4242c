import type { ContactFields, ImportSourceState, OnSold, UnlistedProperties } from '@estate/contracts';
import type { ReadSettings } from './source.ts';

/** A package for which its account has no space. */
export interface WaitingPackageRecord {
  fileName: string;
  sizeBytes: number;
  since: Date;
}

export interface ImportSourceRecord extends ReadSettings {
  id: string;
  accountId: string;
  name: string;
  folder: string;
  /** The user of the login; unique among all accounts. */
  user: string;
  /** SHA-256, hex: enough without stretching, because passwords are random and never chosen by people. */
  passwordHash: string;
  targetIds: string[];
  preventPublication?: boolean;
  onSold?: OnSold;
  fallbackContact?: ContactFields;
  /** Absent in sources from before it existed, which take plain logins. */
  allowPlainLogins?: boolean;
  maxRemovedShare: number;
  state: ImportSourceState;
  lastImportId?: string;
  /** The software that wrote the newest package. */
  sender?: { name: string; version?: string };
  unlisted?: UnlistedProperties[];
  waitingPackage?: WaitingPackageRecord;
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

/** True if software may log in without TLS. */
export const takesPlainLogins = ({
  allowPlainLogins,
}: Pick<ImportSourceRecord, 'allowPlainLogins'>): boolean => allowPlainLogins ?? true;
