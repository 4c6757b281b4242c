import * as contracts from '@estate/contracts';
import type { PublicOperation } from '@estate/contracts';
import { camel, pascal } from './names.ts';
import { apiOperations } from './open-api.ts';
import type { ApiOperation, OpenApi, Parameter, Schema } from './open-api.ts';

/** A call of the TypeScript client that is derived from its contract. */
export interface Action {
  name: string;
  summary: string;
  description?: string;
  errors: readonly string[];
  method: string;
  /** The resource: `targets` of `/targets/{id}/check`. */
  resource: string;
  /** The rest of the path: `check`, or `resends/{resendId}`. */
  below: string;
  pathParameters: readonly string[];
  answer: ContractType;
  /** True if the call returns pages. */
  isList: boolean;
  input?: ContractType & { isRequired: boolean };
  query?: { name: string; parameters: readonly Parameter[] };
  timeoutMs?: number;
}

/** A type of the client, and the expression that takes it from the contracts. */
export interface ContractType {
  name: string;
  source: string;
}

/** Methods whose names, arguments or results differ from their operations, and those of another resource of the client. */
const WRITTEN_BY_HAND = new Set([
  'getDelivery',
  'getResend',
  'getRetention',
  'listDeliveries',
  'resendDelivery',
  'setRetention',
  'testWebhook',
]);

type Fields = Readonly<Record<string, unknown>>;
interface Zod {
  readonly shape?: Fields;
  readonly element?: unknown;
}

const ALL = Object.entries(contracts as unknown as Readonly<Record<string, Zod>>);

/**
 * The calls below a resource or below one of its members. List, create, get, replace and delete are left out, because all resources have
 * them, and so are operations of the gateway without a contract.
 */
export const clientActions = (api: OpenApi): Action[] =>
  apiOperations(api).flatMap((one) => {
    const { operationId } = one.described;
    const [, operation] = ALL.find(([name]) => name === operationId) ?? [];
    if (operation === undefined || !('http' in operation) || WRITTEN_BY_HAND.has(operationId)) return [];
    return actionOf(one, operation as unknown as PublicOperation) ?? [];
  });

/** The action of an operation; undefined for the usual calls of a resource, and for a response that is a file or has no name. */
function actionOf(one: ApiOperation, operation: PublicOperation): Action | undefined {
  const { method, path, described, parameters } = one;
  const [, resource = '', below] = /^\/([a-z-]+)(?:\/\{id\})?\/([a-z-]+(?:\/.+)?)$/.exec(path) ?? [];
  const isList = parameters.some(({ name }) => name === 'startAfter');
  const answer = answerOf(operation.output as Zod, isList);
  if (below === undefined || answer === undefined || operation.isFile) return undefined;
  const pathParameters = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  return {
    ...{ method, resource, below, pathParameters, answer, isList },
    name: nameOf(one, resource, below),
    summary: described.summary,
    ...(described.description !== undefined && { description: described.description }),
    errors: operation.errors,
    ...inputOf(one, operation, pathParameters),
    ...queryOf(one, operation, pathParameters),
    ...(operation.timeoutMs !== undefined && { timeoutMs: operation.timeoutMs }),
  };
}

/** The last part of the path; `setLogo` and `deleteLogo` for a part of the account; else the name of the operation. */
function nameOf({ method, described }: ApiOperation, resource: string, below: string): string {
  const isSimple = !below.includes('/');
  if (resource === 'account' && isSimple) {
    const prefix = { PUT: 'set-', DELETE: 'delete-' }[method] ?? '';
    return camel(`${prefix}${below}`);
  }
  return isSimple && ['GET', 'POST'].includes(method) ? camel(below) : described.operationId;
}

const fromContracts = (name: string, kind: 'input' | 'output'): ContractType => ({
  name,
  source: `Contracts['${name}']['_zod']['${kind}']`,
});

function answerOf(output: Zod, isList: boolean): ContractType | undefined {
  const answered = isList ? (output.shape?.['data'] as Zod | undefined)?.element : output;
  const [name] = ALL.find(([, one]) => one === answered) ?? [];
  return name === undefined ? undefined : fromContracts(name, 'output');
}

/** The contract that an input extends by path parameters. */
function extendedBy(operation: PublicOperation, without: readonly string[]): string | undefined {
  const all = (operation.input as Zod).shape ?? {};
  const fields = Object.entries(all).filter(([name]) => !without.includes(name));
  const isSame = ({ shape }: Zod) =>
    shape !== undefined &&
    Object.keys(shape).length === fields.length &&
    fields.every(([name, field]) => shape[name] === field);
  const names = ALL.filter(([, one]) => isSame(one)).map(([name]) => name);
  return names.find((name) => name.endsWith('Input')) ?? names[0];
}

function inputOf(
  { described }: ApiOperation,
  operation: PublicOperation,
  pathParameters: readonly string[],
): Pick<Action, 'input'> {
  const { operationId, requestBody } = described;
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return {};
  const isRequired = requestBody?.required === true;
  const extended = extendedBy(operation, pathParameters);
  if (extended !== undefined) return { input: { ...fromContracts(extended, 'input'), isRequired } };
  const own = `Contracts['${operationId}']['input']['_zod']['input']`;
  const parts = pathParameters.map((name) => `'${name}'`).join(' | ');
  const source = parts === '' ? own : `Omit<${own}, ${parts}>`;
  return { input: { name: schemaName(schema), source, isRequired } };
}

/** @throws Error for a body without a name in the document */
function schemaName({ $ref }: Schema): string {
  const name = $ref?.split('/').at(-1);
  if (name === undefined) throw new Error('a body has no name in the document');
  return name;
}

/** The type of a query, named after the contract that the input extends. */
function queryOf(
  { described, parameters }: ApiOperation,
  operation: PublicOperation,
  pathParameters: readonly string[],
): Pick<Action, 'query'> {
  const own = parameters.filter((one) => one.in === 'query');
  if (own.length === 0) return {};
  const { operationId } = described;
  const name = extendedBy(operation, pathParameters) ?? `${pascal(operationId)}Query`;
  return { query: { name, parameters: own } };
}
