import { listAttachmentFailures, listImportObjects as operation } from '@estate/contracts';
import type { ImportObject, ImportProblem, OutputOf } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImportObject } from '../domain/import-object.ts';
import type { ObjectRecord } from '../domain/import-object.ts';
import { problemOf } from '../domain/problems.ts';

/** One page of the objects of an import, with the addresses that turned out to be dead after it. */
export const listImportObjects = ({ imports, objects, bus }: Pick<Deps, 'bus' | 'imports' | 'objects'>) =>
  answer(operation, async ({ id, ...query }, caller) => {
    found(await imports.find({ accountId: caller.accountId, id }), 'import', id);
    const { hasMore, records } = await objects.list(id, query);
    const failures = await failuresOf({ bus }, records, caller);
    return {
      hasMore,
      data: records.map(readable((record) => withFailures(toImportObject(record), failures))),
    };
  });

type Failures = OutputOf<typeof listAttachmentFailures>['data'];

async function failuresOf(
  { bus }: Pick<Deps, 'bus'>,
  records: readonly ObjectRecord[],
  caller: Caller,
): Promise<Failures> {
  const propertyIds = [...new Set(records.flatMap(({ propertyId }) => propertyId ?? []))];
  if (propertyIds.length === 0) return [];
  return (await bus.ask(listAttachmentFailures, { propertyIds }, caller)).data;
}

const withFailures = (object: ImportObject, failures: Failures): ImportObject => ({
  ...object,
  problems: [
    ...object.problems,
    ...failures.filter(({ propertyId }) => propertyId === object.propertyId).map(deadAddress),
  ],
});

const deadAddress = ({ url, failureMessage: details }: Failures[number]): ImportProblem =>
  problemOf('attachment_missing', {
    ...{ severity: 'warning', field: 'anhaenge', value: url },
    ...{ reason: 'address_dead', parameters: { details } },
  });
