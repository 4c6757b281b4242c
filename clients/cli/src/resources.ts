import type { Transport } from '@estate/client/transport';
import { callOperation, listOperation } from './call-operation.ts';
import type { Given } from './call-operation.ts';
import { inputIn } from './input.ts';
import { OPERATIONS, parametersIn } from './operations.ts';
import type { Operation } from './operations.ts';
import { WrongUsage } from './surroundings.ts';

type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

/** The resources of commands that begin with a verb, such as `estate list properties`. */
export const KIND_NAMES = [
  ...new Set(OPERATIONS.filter(({ verb }) => verb === 'list').map(({ resource }) => resource)),
];

const REFUSALS: Record<Verb, string> = {
  list: 'cannot be listed',
  get: 'can only be listed',
  create: 'cannot be created',
  update: 'cannot be updated',
  delete: 'cannot be deleted',
};

/** True for an update; of a request, only the handling can be replaced. */
const isUpdate = (one: Operation): boolean => one.method === 'PUT' && parametersIn(one, 'path').length === 1;

/** @throws WrongUsage if the API has no such operation that takes JSON */
export function operationOn(kind: string, verb: Verb): Operation {
  const found = OPERATIONS.filter(({ resource }) => resource === kind).find((one) =>
    verb === 'update' ? isUpdate(one) : one.verb === verb && !one.file,
  );
  if (found) return found;
  const other = OPERATIONS.find((one) => one.resource === kind && one.verb === verb);
  throw new WrongUsage(
    other ? `${kind} are created from files. Run: estate ${kind} ${verb}` : `${kind} ${REFUSALS[verb]}.`,
  );
}

export interface Listed {
  kind: string;
  /** The maximum number of resources. */
  limit: number;
  filters: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Lists the newest resources first, up to the limit. @throws WrongUsage for an unknown filter */
export function listed(
  transport: Transport,
  { kind, limit, filters, signal }: Listed,
): AsyncGenerator<object> {
  const operation = operationOn(kind, 'list');
  const names = parametersIn(operation, 'query').map(({ name }) => name);
  const values = { ...(names.includes('order') && { order: 'desc' }), ...filters };
  const unknown = Object.keys(filters).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new WrongUsage(`${kind} have no filter ${unknown}. Filters: ${names.join(', ')}.`);
  return listOperation(transport, operation, { values, limit, signal });
}

interface Change extends Pick<Given, 'signal' | 'idempotencyKey'> {
  kind: string;
  verb: Exclude<Verb, 'list'>;
  id?: string;
  /** The file with the JSON for creating or replacing the resource; - is the standard input. */
  file?: string;
}

/** Reads, creates, replaces or deletes one resource. */
export function callOn(transport: Transport, { kind, verb, id, file, ...given }: Change): Promise<object> {
  const operation = operationOn(kind, verb);
  const body = file === undefined ? {} : { body: inputIn(file) };
  const [name = 'id'] = parametersIn(operation, 'path').map((one) => one.name);
  return callOperation(transport, operation, { values: { [name]: id }, ...body, ...given });
}
