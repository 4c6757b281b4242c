import * as contracts from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toImportObject } from '../domain/import-object.ts';
import type { ObjectRecord } from '../domain/import-object.ts';
import { toImport, toImportSummary } from '../domain/import.ts';
import { problemOf } from '../domain/problems.ts';
import { createImportOf } from '../intake/accept-package.ts';

/** Creates the import of a package that the API has stored. */
const createImport = ({ intake }: Pick<Deps, 'intake'>) =>
  answer(
    contracts.createImport,
    async ({ packageName, sizeBytes, ...about }, { accountId, requestId, reservedId }) => {
      const arrived = { ...about, accountId, requestId, importId: reservedId };
      return toImport(await createImportOf(intake, arrived, { packageName, sizeBytes, channel: 'api' }));
    },
  );

/** One page of the account's imports. */
const listImports = ({ imports }: Pick<Deps, 'imports'>) =>
  answer(contracts.listImports, async (query, { accountId }) => {
    const { hasMore, records } = await imports.list(accountId, query);
    return { hasMore, data: records.map(readable(toImport)) };
  });

/** One import of the account. */
const getImport = ({ imports }: Pick<Deps, 'imports'>) =>
  answer(contracts.getImport, async ({ id }, { accountId }) =>
    toImport(found(await imports.find({ accountId, id }), 'import', id)),
  );

/** One page of the objects of an import, with the addresses that turned out to be dead after it. */
export const listImportObjects = ({ imports, objects, bus }: Pick<Deps, 'bus' | 'imports' | 'objects'>) =>
  answer(contracts.listImportObjects, async ({ id, ...query }, caller) => {
    found(await imports.find({ accountId: caller.accountId, id }), 'import', id);
    const { hasMore, records } = await objects.list(id, query);
    const failures = await failuresOf({ bus }, records, caller);
    return {
      hasMore,
      data: records.map(readable((record) => withFailures(toImportObject(record), failures))),
    };
  });

type Failures = contracts.OutputOf<typeof contracts.listAttachmentFailures>['data'];

async function failuresOf(
  { bus }: Pick<Deps, 'bus'>,
  records: readonly ObjectRecord[],
  caller: Caller,
): Promise<Failures> {
  const propertyIds = [...new Set(records.flatMap(({ propertyId }) => propertyId ?? []))];
  if (propertyIds.length === 0) return [];
  return (await bus.ask(contracts.listAttachmentFailures, { propertyIds }, caller)).data;
}

const withFailures = (object: contracts.ImportObject, failures: Failures): contracts.ImportObject => ({
  ...object,
  problems: [
    ...object.problems,
    ...failures.filter(({ propertyId }) => propertyId === object.propertyId).map(deadAddress),
  ],
});

const deadAddress = ({ url, failureMessage: details }: Failures[number]): contracts.ImportProblem =>
  problemOf('attachment_missing', {
    ...{ severity: 'warning', field: 'anhaenge', value: url },
    ...{ reason: 'address_dead', parameters: { details } },
  });

/** The summary of one import. */
export const getImportSummary = ({ imports }: Pick<Deps, 'imports'>) =>
  answer(contracts.getImportSummary, async ({ id }, { accountId }) =>
    toImportSummary(found(await imports.find({ accountId, id }), 'import', id)),
  );

type Confirming = Pick<Deps, 'imports' | 'makeDue'>;

/** Lets a full transfer delete what it lacks; what is confirmed again stays confirmed. */
const confirmImport = ({ imports, makeDue }: Confirming) =>
  answer(contracts.confirmImport, async ({ id }, { accountId }) => {
    const confirmed = await imports.confirm({ accountId, id });
    if (confirmed) {
      await makeDue(confirmed);
      return toImport(confirmed);
    }
    const present = found(await imports.find({ accountId, id }), 'import', id);
    if (present.isConfirmed) return toImport(present);
    throw new Conflict(`The import ${id} is not waiting for confirmation. Its state is ${present.state}.`, {
      code: 'import-not-waiting',
    });
  });

type Cancelling = Pick<Deps, 'imports' | 'makeDue'>;

/** Stops an import after the object that is being applied. */
const cancelImport = ({ imports, makeDue }: Cancelling) =>
  answer(contracts.cancelImport, async ({ id }, { accountId }) => {
    const cancelled = await imports.cancel({ accountId, id });
    if (cancelled) {
      await makeDue(cancelled);
      return toImport(cancelled);
    }
    const present = found(await imports.find({ accountId, id }), 'import', id);
    if (present.state === 'cancelled') return toImport(present);
    throw new Conflict(`The import ${id} has already ended. Its state is ${present.state}.`, {
      code: 'import-ended',
    });
  });

/** The imports of an account and their objects. */
export const importRoutes = (deps: Deps) => [
  createImport(deps),
  listImports(deps),
  getImport(deps),
  listImportObjects(deps),
  getImportSummary(deps),
  confirmImport(deps),
  cancelImport(deps),
];
