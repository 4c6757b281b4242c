import { checkProperty, createProperty, getProperty, updateProperty } from '@estate/contracts';
import type { Attachment, ImportProblem } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound } from '@estate/errors';
import type { ServiceError } from '@estate/errors';
import type { ObjectRecord } from '../domain/import-object.ts';
import type { ObjectContent } from '../domain/object-content.ts';
import { problemOf } from '../domain/problems.ts';
import type { z } from 'zod';
import { providerKeyOf } from '../reading/object-row.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import type { Applied } from '../domain/applied.ts';
import { optionalOf, readAttachments } from './apply-attachments.ts';
import type { ReadAttachments } from './apply-attachments.ts';
import { isDeleted } from './apply-contact.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';
import { createListings, foreseenRefusals, notYet } from './apply-listings.ts';
import { followTimes, saysOtherTimes } from './follow-times.ts';
import type { Followed } from './follow-times.ts';
import { hashOf } from './hash-of.ts';
import { knownOf } from './known-of.ts';

export type UsableRow = ObjectRecord & { key: string; content: ObjectContent };

/** Creates the property of an object or brings it up to date; what says the same as before is not written. */
export async function applyContent(deps: ApplyDeps, row: UsableRow, applying: Applying): Promise<Applied> {
  const known = await knownOf(deps, row, applying);
  const before = known && (await isThere(deps, known, applying)) ? known : undefined;
  const times = { known: before, now: row.content.times };
  const followed = applying.record.dryRun ? foreseenTimes(times) : await timesOf(deps, times, applying);
  if (before?.applied?.rowId === row.id) return again(deps, { known: before, applying });
  const compared =
    before || applying.record.dryRun ? await compare(deps, { row, before, applying }) : undefined;
  return withTimes(compared ?? (await write(deps, { row, known: before ?? null, applying })), followed);
}

interface Times {
  known: KnownDoc | undefined;
  now: ObjectContent['times'];
}

const UNMOVED: Followed = { changed: false, problems: [] };

const timesOf = async (deps: ApplyDeps, { known, now }: Times, applying: Applying): Promise<Followed> =>
  known ? followTimes(deps, { known, now }, applying) : UNMOVED;

/** A dry run does not look whether somebody has planned the listings otherwise. */
const foreseenTimes = ({ known, now }: Times): Followed => ({
  ...UNMOVED,
  changed: known !== undefined && saysOtherTimes(known, now) && Object.keys(known.listingIds).length > 0,
});

const withTimes = (applied: Applied, { changed, problems }: Followed): Applied => ({
  ...applied,
  outcome: changed && applied.outcome === 'unchanged' ? 'updated' : applied.outcome,
  problems: [...applied.problems, ...problems],
});

/** The outcome of an object that needs no write; undefined if it must be written. */
async function compare(deps: ApplyDeps, compared: Compared): Promise<Applied | undefined> {
  const { row, before, applying } = compared;
  const { key, content } = row;
  const read = await readAttachments(content.attachments, { ...applying, kept: before?.files });
  if (before?.hash === hashOfContent(content, read, applying) && hasContact(before, applying)) {
    // The same bytes may have other names now.
    if (!applying.record.dryRun && hashOf(before.files ?? []) !== hashOf(read.files))
      await deps.known.noteFiles(key, read.files);
    return { ...endOf(before.propertyId, applying), outcome: 'unchanged', problems: read.problems };
  }
  return applying.record.dryRun ? foreseen(deps, compared, read) : undefined;
}

interface Compared extends Omit<Step, 'known'> {
  before: KnownDoc | undefined;
}

function foreseen(
  { clock }: ApplyDeps,
  { row, before, applying }: Compared,
  { problems }: ReadAttachments,
): Applied {
  if (before) return { outcome: 'updated', propertyId: before.propertyId, problems };
  const refused = foreseenRefusals(row.content.times ?? {}, applying.source?.targetIds ?? [], clock());
  return { outcome: 'created', problems: [...problems, ...refused] };
}

/** Its customer may have deleted the property. */
async function isThere(
  { bus, known: store }: ApplyDeps,
  known: KnownDoc,
  { caller, record }: Applying,
): Promise<boolean> {
  if (known.hash === undefined) return false;
  const { exists } = await bus.ask(checkProperty, { propertyId: known.propertyId }, caller);
  if (!exists && !record.dryRun) await store.remove(known._id);
  return exists;
}

interface Step {
  row: UsableRow;
  known: KnownDoc;
  applying: Applying;
}

/** A process ended after the property was written and before the row was. */
async function again(deps: ApplyDeps, { known, applying }: Omit<Step, 'row'>): Promise<Applied> {
  const outcome = known.applied?.outcome ?? 'updated';
  const listed = outcome === 'created' ? await createListings(deps, known, applying) : undefined;
  return { ...endOf(known.propertyId, applying, listed), outcome };
}

/** The whole object, with the bytes of its files and the choice of its source; the data of the contact are the contact's. */
const hashOfContent = (
  { property, contact, attachments }: ObjectContent,
  { identities }: ReadAttachments,
  { source }: Applying,
) =>
  hashOf({
    property,
    person: contact?.key,
    ...(source?.onSold !== undefined && { onSold: source.onSold }),
    identities,
    files: attachments.map(({ title, isBlueprint, source }) => ({
      title,
      isBlueprint,
      ...optionalOf(source),
    })),
  });

async function write(
  deps: ApplyDeps,
  { row, known, applying }: Omit<Step, 'known'> & { known: KnownDoc | null },
): Promise<Applied> {
  const { caller, signal } = applying;
  const read = await readAttachments(
    row.content.attachments,
    { ...applying, kept: known?.files },
    {
      store: (file) => deps.files.store(caller, { ...file, isNew: known === null }, signal),
      find: (sha256) => deps.files.find(caller, sha256),
    },
  );
  const hash = hashOfContent(row.content, read, applying);
  const written = known
    ? await update(deps, { row, known, applying }, read.attachments)
    : await create(deps, { row, applying }, read.attachments);
  if ('refused' in written) return { outcome: 'failed', problems: [written.refused, ...read.problems] };
  const { outcome, doc } = written;
  await deps.known.applied(row.key, {
    hash,
    files: read.files,
    applied: { rowId: row.id, outcome },
    ...contactOf(applying),
  });
  const listed = outcome === 'created' ? await createListings(deps, doc, applying) : undefined;
  const end = endOf(doc.propertyId, applying, listed);
  return { ...end, outcome, problems: [...read.problems, ...end.problems] };
}

type Written = { outcome: 'created' | 'updated'; doc: KnownDoc } | { refused: ImportProblem };

async function create(
  deps: ApplyDeps,
  { row, applying }: Omit<Step, 'known'>,
  attachments: Attachment[],
): Promise<Written> {
  const { caller } = applying;
  for (;;) {
    const doc = await deps.known.reserve(reservationOf(deps, row, applying));
    const { propertyId } = doc;
    const input = { ...row.content.property, attachments, ...choicesOf(applying) } as z.input<
      (typeof createProperty)['input']
    >;
    try {
      await deps.bus.ask(createProperty, input, caller, { reservedId: propertyId });
      return { outcome: 'created', doc };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await deps.known.release(row.key, propertyId);
      if (!isDeleted(error)) return { refused: refusal(error) };
    }
  }
}

function reservationOf(
  { newId }: ApplyDeps,
  { key, accountId, provider, numbers, externalId, content: { times } }: UsableRow,
  { record: { id, queueId }, source }: Applying,
): KnownDoc {
  const targetIds = source?.targetIds ?? [];
  return {
    ...{ _id: key, accountId, queueId, numbers, propertyId: newId(), createdIn: id },
    ...{ provider, providerKey: providerKeyOf(provider) },
    ...(externalId !== undefined && { externalId }),
    ...(times && { times }),
    listingIds: Object.fromEntries(targetIds.map((targetId) => [targetId, newId()])),
    ...(targetIds.length > 0 && { unlisted: targetIds.map(notYet) }),
  };
}

async function update(
  deps: ApplyDeps,
  { row, known, applying }: Step,
  attachments: Attachment[],
): Promise<Written> {
  const { externalId: _fixed, ...property } = row.content.property;
  const { propertyId: id } = known;
  const input = { ...property, attachments, ...choicesOf(applying), id } as Update;
  try {
    // A process may have ended after the change and before it was noted.
    const isDone = known.changing === row.id && (await saysTheSame(deps, input, applying));
    if (!isDone) {
      await deps.known.noteChange(row.key, row.id);
      await deps.bus.ask(updateProperty, input, applying.caller);
    }
    return { outcome: 'updated', doc: known };
  } catch (error) {
    if (error instanceof NotFound) {
      await deps.known.remove(row.key);
      return create(deps, { row, applying }, attachments);
    }
    if (!isRefusal(error)) throw error;
    return { refused: refusal(error) };
  }
}

/** The part of a property that its import and source decide instead of the document. */
const choicesOf = (applying: Applying) => ({
  ...contactOf(applying),
  ...(applying.source?.onSold !== undefined && { onSold: applying.source.onSold }),
});

type Update = z.input<(typeof updateProperty)['input']>;

async function saysTheSame(
  { bus }: ApplyDeps,
  { id, ...input }: Update,
  { caller }: Applying,
): Promise<boolean> {
  const present = await bus.ask(getProperty, { id }, caller);
  const said = ({ type, fields, attachments, links, contactId, onSold }: Partial<typeof present>) =>
    hashOf({ type, fields, attachments: attachments ?? [], links: links ?? [], contactId, onSold });
  return said(present) === said(input as Partial<typeof present>);
}

/** Refusals of the owner are permanent; all other errors are retried. */
const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof InvalidInput || (error instanceof Conflict && error.code === 'deleted-meanwhile');

const REFUSALS: Readonly<Record<string, 'external_id_taken' | 'type_changed'>> = {
  'external-id-taken': 'external_id_taken',
  'immutable-field': 'type_changed',
};

function refusal({ code, message }: ServiceError): ImportProblem {
  const reason = REFUSALS[code] ?? 'property_refused';
  return problemOf(reason, { reason, parameters: { details: message } });
}

/** A dry run applies no contact. */
const hasContact = (known: KnownDoc, { contactId, record }: Applying): boolean =>
  record.dryRun || known.contactId === contactId;

const contactOf = ({ contactId }: Applying) => (contactId === undefined ? {} : { contactId });

const endOf = (
  propertyId: string,
  applying: Applying,
  listed?: { listingIds: string[]; problems: ImportProblem[] },
) => ({
  propertyId,
  ...contactOf(applying),
  ...(listed && listed.listingIds.length > 0 && { listingIds: listed.listingIds }),
  problems: listed?.problems ?? [],
});
