import { createHash } from 'node:crypto';
import { leadingNumber } from '@estate/openimmo/read';
import type { ImportedObject, Provider } from '@estate/openimmo/read';
import type { ObjectRecord } from '../domain/import-object.ts';
import type { ImportRecord } from '../domain/import.ts';
import { problemOf } from '../domain/problems.ts';
import { readProblem } from './read-problem.ts';
import { differencesOf, readFieldsOf } from './shown-reading.ts';

/** The key of a provider, the same in every package. */
export const providerKeyOf = ({ id, number, name }: ObjectRecord['provider']): string =>
  id ?? number ?? name ?? '';

/** The key of an object's property: queue, provider, and the number that says which object it is. */
export function keyOf(
  queueId: string,
  object: Pick<ImportedObject, 'provider' | 'numbers'>,
): string | undefined {
  return keyWith(leadingNumber(object.numbers), queueId, object);
}

type Numbered = Pick<ObjectRecord, 'provider' | 'numbers'>;

/** The key that earlier versions gave an object whose first number says nothing; undefined for others. */
export function formerKeyOf(queueId: string, object: Numbered): string | undefined {
  const { external, openimmo, internal } = object.numbers;
  const first = external ?? openimmo ?? internal;
  return first === leadingNumber(object.numbers) ? undefined : keyWith(first, queueId, object);
}

function keyWith(
  number: string | undefined,
  queueId: string,
  { provider }: Pick<Numbered, 'provider'>,
): string | undefined {
  if (number === undefined) return undefined;
  const parts = [queueId, providerKeyOf(provider), number];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The part of an import that is in each row. */
export type OfImport = Pick<ImportRecord, 'id' | 'accountId' | 'queueId' | 'dryRun' | 'readWith' | 'preview'>;

/** The row of an object as it was read, with an outcome only if nothing can be made of it. */
export function rowOf(
  { id: importId, accountId, queueId, dryRun }: OfImport,
  { object, before }: ReadObject,
  position: number,
): Omit<ObjectRecord, 'id'> {
  const { action, numbers, externalId, property, provider } = object;
  const key = keyOf(queueId, object);
  const problems = object.problems.map(readProblem);
  if (object.problemsRest > 0) problems.push(further('further_problems', object.problemsRest));
  if (object.unmappedRest > 0) problems.push(further('further_values', object.unmappedRest));
  const isUsable = key !== undefined && (action === 'delete' || property !== undefined);
  const terms = [numbers.external, numbers.internal, numbers.openimmo, externalId];
  return {
    ...{ accountId, importId, position, numbers, action, problems, unmapped: object.unmapped },
    provider: shownProvider(provider),
    ...(key !== undefined && { key }),
    terms: [...new Set(terms.filter((term) => term !== undefined))],
    ...(property && { title: property.fields.title }),
    ...(externalId !== undefined && { externalId }),
    outcome: isUsable ? 'pending' : 'failed',
    ...(property && isUsable && { content: contentOf(object, property) }),
    ...(dryRun && shownOf({ object, before })),
  };
}

/** An object, and how it reads with the settings that a preview compares with. */
interface ReadObject {
  object: ImportedObject;
  before?: ImportedObject | undefined;
}

function changesOf(
  before: ImportedObject,
  object: ImportedObject,
): Pick<ObjectRecord, 'differences' | 'isDiffering'> {
  const differences = differencesOf(before, object);
  return differences.length > 0 ? { differences, isDiffering: true } : {};
}

/** The part of an object that a dry run shows. */
const shownOf = ({ object, before }: ReadObject): Partial<ObjectRecord> => ({
  ...(object.property && { type: object.property.type, read: readFieldsOf(object) }),
  ...(before && changesOf(before, object)),
});

const contentOf = (
  { attachments, contact, times }: ImportedObject,
  property: NonNullable<ImportedObject['property']>,
) => ({ property, attachments, ...(contact && { contact }), ...(times && { times }) });

export const shownProvider = ({ id, number, name }: Provider): ObjectRecord['provider'] => ({
  ...(id !== undefined && { id }),
  ...(number !== undefined && { number }),
  ...(name !== undefined && { name }),
});

const further = (reason: 'further_problems' | 'further_values', count: number) =>
  problemOf('value_left_out', { severity: 'warning', reason, parameters: { count } });
