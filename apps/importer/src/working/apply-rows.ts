import { Unavailable, isAbort } from '@estate/errors';
import pLimit from 'p-limit';
import type { Applied } from '../domain/applied.ts';
import { applyContact } from '../applying/apply-contact.ts';
import type { ApplyDeps, Applying } from '../applying/apply-deps.ts';
import { applyObject } from '../applying/apply-object.ts';
import { hashOf } from '../applying/hash-of.ts';
import type { ObjectContact } from '../domain/object-content.ts';
import type { ObjectRecord } from '../domain/import-object.ts';
import { problemOf } from '../domain/problems.ts';
import type { ObjectStore } from '../stores/object-store.ts';
import type { Events } from '../telemetry.ts';

/** Objects of one import that are applied at a time. */
const AT_ONCE = 8;
/** Files of one import that are in memory at a time: the processors stay busy while the files of some requests wait for a disk. */
const FILES_AT_ONCE = 24;
/** So many internal errors in a row are of the object: the others go on. */
const INTERNAL_ERRORS_MAX = 3;

export interface RowDeps extends ApplyDeps {
  objects: Pick<ObjectStore, 'countInternalError' | 'end'>;
  events: Pick<Events, 'objectApplied' | 'objectFailed'>;
}

/** Applies rows, several at a time, and saves what happens to each; rows with the same key one after the other. */
export async function applyRows(
  deps: RowDeps,
  rows: readonly ObjectRecord[],
  given: Omit<Applying, 'taking'>,
): Promise<void> {
  const applying = { ...given, taking: pLimit(FILES_AT_ONCE) };
  const contacts = await contactsOf(deps, rows, applying);
  const waiting = rows.map((row) => ({ row, ...contacts.get(row.id) }));
  const byKey = new Map<string, Promise<void>>();
  let failure: { error: unknown } | undefined;
  const work = async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      const { row, contactId, problem } = next;
      const key = row.key ?? row.id;
      const done = (byKey.get(key) ?? Promise.resolve()).then(() =>
        applyRow(deps, row, { ...applying, ...(contactId !== undefined && { contactId }), problem }),
      );
      byKey.set(
        key,
        done.catch(() => undefined),
      );
      await done.catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failure) throw failure.error;
}

interface RowContact {
  contactId?: string;
  problem?: Applied['problems'][number] | undefined;
}

/**
 * The contacts come first and one after the other, so that of several data of a person those of the first object are
 * taken.
 */
async function contactsOf(
  deps: RowDeps,
  rows: readonly ObjectRecord[],
  applying: Applying,
): Promise<Map<string, RowContact>> {
  const byPerson = new Map<string, RowContact>();
  const byRow = new Map<string, RowContact>();
  if (applying.record.dryRun) return byRow;
  for (const { id, content } of rows) {
    const contact = content && (content.contact ?? fallbackOf(applying));
    if (!contact) continue;
    applying.signal.throwIfAborted();
    const person = hashOf(contact.key);
    const known = byPerson.get(person) ?? (await applyContact(deps, applying, contact));
    byPerson.set(person, known);
    byRow.set(id, known);
  }
  return byRow;
}

const fallbackOf = ({ source }: Applying): ObjectContact | undefined =>
  source?.fallbackContact && { key: 'fallback contact', fields: source.fallbackContact };

async function applyRow(
  deps: RowDeps,
  row: ObjectRecord,
  { problem, ...applying }: Applying & Pick<RowContact, 'problem'>,
): Promise<void> {
  applying.signal.throwIfAborted();
  const applied = await applyObject(deps, row, applying).catch((error: unknown) =>
    orFailed(deps, row, error),
  );
  const problems = problem ? [problem, ...applied.problems] : applied.problems;
  await deps.objects.end(row.id, { ...applied, problems });
  if (applied.isForgotten && row.key !== undefined) await deps.known.remove(row.key);
  deps.events.objectApplied(applied.outcome);
}

/** Temporary errors are retried. An object that fails repeatedly must not block the others. */
async function orFailed(deps: RowDeps, { id }: ObjectRecord, error: unknown): Promise<Applied> {
  if (isAbort(error) || error instanceof Unavailable) throw error;
  const errors = await deps.objects.countInternalError(id);
  deps.events.objectFailed({ objectId: id, errors, reason: error });
  if (errors < INTERNAL_ERRORS_MAX) throw error;
  return { outcome: 'failed', problems: [problemOf('internal', { reason: 'internal' })] };
}
