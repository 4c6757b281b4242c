import type { SampleCall } from './sample-call.ts';

/**
 * The call of an operation in a client library: `client.properties.timeline(id).list({ limit: 20 })` has two steps. The test of
 * `reference/client-calls.json` finds it by calling every function of the library.
 */
export interface ClientCall {
  steps: { name: string; arguments: string[] }[];
  /** `page` has the resources in `data`; `each` is an iterator. */
  result: 'value' | 'page' | 'each';
}

/** Calls by operation; one that a library lacks, because it is for operators, is made by HTTP. */
export type ClientCalls = Record<string, { typescript: ClientCall; python: ClientCall }>;

/** The argument for the file of a call, whose syntax depends on the language. */
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
