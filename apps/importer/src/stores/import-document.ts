import { outboxIndex } from '@estate/persistence';
import type { IndexSpec, WithOutbox } from '@estate/persistence';
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

export const importIndexes: readonly IndexSpec[] = [
  { name: 'page', key: { accountId: 1, _id: 1 } },
  { name: 'page-of-source', key: { accountId: 1, sourceId: 1, _id: 1 } },
  { name: 'page-of-state', key: { accountId: 1, state: 1, _id: 1 } },
  { name: 'open', key: { queueId: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
  { name: 'oldest-open', key: { isOpen: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
  {
    name: 'kept-package',
    key: { accountId: 1, queueId: 1 },
    partialFilterExpression: { isPackageKept: true },
  },
  { name: 'package', key: { packageName: 1 } },
  { name: 'package-kept-until', key: { packageKeptUntil: 1 }, sparse: true },
  { name: 'kept', key: { removeAt: 1 }, sparse: true },
  outboxIndex,
];

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
