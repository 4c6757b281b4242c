import type { ObjectRecord } from '../domain/import-object.ts';
import type { Applied } from '../domain/applied.ts';
import { applyContent } from './apply-content.ts';
import { applyDeletion } from './apply-deletion.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';

/**
 * Applies an object. Everything is created under an id that was reserved before, so that an object that is applied again after a crash
 * makes nothing twice. @throws what may succeed later
 */
export function applyObject(deps: ApplyDeps, row: ObjectRecord, applying: Applying): Promise<Applied> {
  const { key, content, action } = row;
  if (key === undefined) throw new Error(`the row ${row.id} waits without a key`);
  if (action === 'delete') return applyDeletion(deps, { ...row, key }, applying);
  if (content === undefined) throw new Error(`the row ${row.id} waits without content`);
  return applyContent(deps, { ...row, key, content }, applying);
}
