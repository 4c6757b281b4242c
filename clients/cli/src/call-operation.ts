import { List } from '@estate/client/page';
import type { Order, Transport } from '@estate/client/transport';
import { parametersIn } from './operations.ts';
import type { Operation } from './operations.ts';
import { WrongUsage } from './surroundings.ts';

/** The input of a call. */
export interface Given {
  /** The values of parameters in the path, the query and headers, by name. */
  values: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  upload?: Blob;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
  signal: AbortSignal;
}

const LARGEST_PAGE = 100;
/** The timeout; checks of platforms and receivers take up to a minute. */
const TIMEOUT_MS = 60_000;
const TIMEOUT_OF_FILES_MS = 24 * 3_600_000;

const isFile = ({ file, answer }: Operation): boolean => file !== undefined || answer !== 'json';

/** @throws WrongUsage for an empty id, which would result in the path of the list */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new WrongUsage(`<${name}> is required.`);
  return encodeURIComponent(value);
}

export function orderOf(operation: Operation, given: Given): Order {
  const { values, body, upload, idempotencyKey, ifMatch, signal } = given;
  const named = (place: 'query' | 'header') =>
    Object.fromEntries(
      parametersIn(operation, place).flatMap(({ name }) => {
        const value = values[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  return {
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => segment(name, values[name] ?? '')),
    query: named('query'),
    headers: named('header'),
    ...(body !== undefined && { body }),
    ...(upload && { upload }),
    options: {
      signal,
      idempotencyKey,
      ifMatch,
      timeoutMs: isFile(operation) ? TIMEOUT_OF_FILES_MS : TIMEOUT_MS,
    },
  };
}

/** Calls an operation with a JSON response. @throws ApiError, ConnectionError */
export const callOperation = (transport: Transport, operation: Operation, given: Given): Promise<object> =>
  transport.json(orderOf(operation, given));

/** The resources of a list, from as many pages as are needed. @throws ApiError, ConnectionError */
export async function* listOperation(
  transport: Transport,
  operation: Operation,
  { limit, ...given }: Given & { limit: number },
): AsyncGenerator<object> {
  const { path, query, options } = orderOf(operation, given);
  let count = 0;
  for await (const one of new List(transport, path).all(
    { ...query, limit: Math.min(limit, LARGEST_PAGE) },
    options,
  )) {
    yield one;
    count += 1;
    if (count >= limit) return;
  }
}
