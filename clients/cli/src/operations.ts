import table from './operations.json' with { type: 'json' };

/** An operation of the API, as declared in the contracts. */
export interface Operation {
  id: string;
  /** The first word of the command, such as `listings`. */
  resource: string;
  /** The second word of the command, such as `retry`. */
  verb: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  description?: string;
  /** Parameters of the path and the query, and headers that only some operations have. */
  parameters: OperationParameter[];
  /** Present if the operation takes JSON. */
  body?: { required: boolean; schema: object };
  /** Present if the operation takes a file. */
  file?: { required: boolean };
  answer: 'json' | 'lines' | 'text' | 'file';
  /** True if the operation accepts `If-Match`. */
  isConditional?: boolean;
}

export interface OperationParameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  description?: string;
  schema: { type?: unknown; enum?: unknown; default?: unknown };
}

export const OPERATIONS = table as unknown as readonly Operation[];

/** @throws Error if the API has no such operation */
export function operationNamed(id: string): Operation {
  const found = OPERATIONS.find((one) => one.id === id);
  if (!found) throw new Error(`the API has no operation ${id}`);
  return found;
}

const RESOURCES = [...new Set(OPERATIONS.map(({ resource }) => resource))];

/** The operations of every resource, in the order of the reference. */
export const operationsByResource = (): [resource: string, operations: Operation[]][] =>
  RESOURCES.map((resource) => [resource, OPERATIONS.filter((one) => one.resource === resource)]);

export const parametersIn = (
  { parameters }: Operation,
  place: OperationParameter['in'],
): OperationParameter[] => parameters.filter((one) => one.in === place);

/** True if the operation has pages. */
export const isList = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name === 'startAfter');
