import type { SampleCall } from './sample-call.ts';

/**
 * How a client library makes the call of an operation: `client.properties.timeline(id).list({ limit: 20 })` has two steps. Found by calling
 * every function of the library, in the test of `reference/client-calls.json`.
 */
export interface ClientCall {
  steps: { name: string; arguments: string[] }[];
  /** `page` has the resources in `data`; `each` is an iterator. */
  result: 'value' | 'page' | 'each';
}

/** By operation; an operation that a library does not have, because it is for operators, is called by HTTP. */
export type ClientCalls = Record<string, { typescript: ClientCall; python: ClientCall }>;

/** The argument that is the file of a call; how it is made depends on the language. */
export const UPLOAD = 'upload';

/** The value of an argument such as `path:id`, `body`, `body:event`, `query` or `header:Confirm-Closing`. */
export function argumentOf(argument: string, call: SampleCall): unknown {
  const [kind = '', name = ''] = argument.split(':');
  if (kind === 'path') return asNumber(call.pathValues[name] ?? '');
  if (kind === 'header') return call.headers[name];
  if (kind === 'query') return call.query;
  return name === '' ? call.body : (call.body as Record<string, unknown>)[name];
}

const asNumber = (value: string): string | number => (/^\d{1,9}$/.test(value) ? Number(value) : value);
