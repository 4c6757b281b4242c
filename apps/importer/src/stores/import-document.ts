import type { WithOutbox } from '@estate/persistence';
import type { ImportRecord } from '../domain/import.ts';

export interface ImportDoc extends Omit<ImportRecord, 'id'>, WithOutbox {
  _id: string;
  /** Present while something is to be done. */
  isOpen?: true;
  /** Its package is kept until then, so that it can be imported again after a backup was restored. */
  packageKeptUntil?: Date;
  /** When it is removed, with its objects. */
  removeAt?: Date;
}

export function toRecord(doc: ImportDoc): ImportRecord {
  const {
    _id: id,
    isOpen: _open,
    packageKeptUntil: _until,
    removeAt: _remove,
    outbox: _outbox,
    removeWhenSent: _sent,
    ...record
  } = doc;
  return { id, ...record };
}
