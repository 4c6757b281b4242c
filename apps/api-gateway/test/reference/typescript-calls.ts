import { Client } from '@estate/client';
import { UPLOAD, argumentOf } from '../../src/reference/samples/client-call.ts';
import type { ClientCall } from '../../src/reference/samples/client-call.ts';
import type { SampleCall } from '../../src/reference/samples/sample-call.ts';

type Recorded = Pick<SampleCall, 'method' | 'path' | 'query' | 'headers'> & {
  body?: unknown;
  isFile: boolean;
};
type Method = (...given: unknown[]) => unknown;

/** How the TypeScript client makes each of these calls: every function of it is called with every kind of argument. */
export async function typescriptCalls(calls: readonly SampleCall[]): Promise<Map<string, ClientCall>> {
  const recorded: Recorded[] = [];
  const client = new Client({ baseUrl: 'http://localhost', apiKey: 'rek_live_x', fetch: recorder(recorded) });
  const found = new Map<string, ClientCall>();
  for (const [resourceName, resource] of Object.entries(client) as [string, object][]) {
    for (const name of methodsOf(resource)) {
      for (const call of calls) {
        for (const one of candidatesFor(call, `${resourceName}.${name}`)) {
          const result = await made(resource, { name, one, call }, recorded);
          if (result && isBetter(one, found.get(call.operationId)))
            found.set(call.operationId, { ...one, result });
        }
      }
    }
  }
  return found;
}

type Candidate = Pick<ClientCall, 'steps'>;

/** The ids of the path come first, then at most one argument; what is made of ids may have a list. */
function candidatesFor(call: SampleCall, name: string): Candidate[] {
  const ids = Object.keys(call.pathValues).map((one) => `path:${one}`);
  const last = [
    ...(Object.keys(call.query).length > 0 ? ['query'] : []),
    ...(call.body === undefined
      ? []
      : ['body', ...Object.keys(call.body as object).map((key) => `body:${key}`)]),
    ...(call.upload ? [UPLOAD] : []),
    ...Object.keys(call.headers).map((header) => `header:${header}`),
  ];
  return [
    { steps: [{ name, arguments: ids }] },
    ...last.map((one) => ({ steps: [{ name, arguments: [...ids, one] }] })),
    {
      steps: [
        { name, arguments: ids },
        { name: 'list', arguments: Object.keys(call.query).length > 0 ? ['query'] : [] },
      ],
    },
  ];
}

interface Attempt {
  name: string;
  one: Candidate;
  call: SampleCall;
}

/** The kind of the result if the client sent exactly this call. */
async function made(
  resource: object,
  { name, one, call }: Attempt,
  recorded: Recorded[],
): Promise<ClientCall['result'] | undefined> {
  recorded.length = 0;
  const [first, second] = one.steps;
  const valuesOf = (given: readonly string[] = []) => given.map((argument) => valueOf(argument, call));
  try {
    const begun = (resource as Record<string, Method>)[name]!(...valuesOf(first?.arguments));
    const { list } = begun as { list?: Method };
    const result = await (second && list ? list.call(begun, ...valuesOf(second.arguments)) : begun);
    if ((second !== undefined) !== (list !== undefined)) return undefined;
    if (isIterable(result)) for await (const _line of result);
    return isSame(recorded, call) ? kindOf(result) : undefined;
  } catch {
    // The client refuses arguments that it cannot send.
    return undefined;
  }
}

/** A file is given as bytes. */
const valueOf = (argument: string, call: SampleCall): unknown =>
  argument === UPLOAD && call.upload
    ? new Blob([call.upload.name], { type: call.upload.mediaType })
    : argumentOf(argument, call);

const isSame = ([only, ...others]: Recorded[], call: SampleCall): boolean =>
  only !== undefined &&
  others.length === 0 &&
  same([only.method, only.path, only.query], [call.method, call.path, texts(call.query)]) &&
  only.isFile === (call.upload !== undefined) &&
  (same(only.body, call.body) || (call.body === undefined && same(only.body, {}))) &&
  Object.entries(call.headers).every(([name, value]) => only.headers[name.toLowerCase()] === value);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const texts = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

const isIterable = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

function kindOf(result: unknown): ClientCall['result'] {
  if (isIterable(result)) return 'each';
  return Array.isArray((result as { data?: unknown } | undefined)?.data) ? 'page' : 'value';
}

const isBetter = ({ steps }: Candidate, present: Candidate | undefined): boolean =>
  present === undefined || lengthOf(steps) < lengthOf(present.steps);

const lengthOf = (steps: Candidate['steps']): number => JSON.stringify(steps).length;

const recorder =
  (recorded: Recorded[]): typeof fetch =>
  (address, init = {}) => {
    const { pathname, searchParams } = new URL(address as string);
    recorded.push({
      method: init.method ?? 'GET',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...bodyIn(init),
    });
    const page = searchParams.has('limit') ? { hasMore: false, data: [] } : {};
    // The last line of an export says that it is whole.
    return Promise.resolve(new Response(`${JSON.stringify({ kind: 'manifest', ...page })}\n`));
  };

const bodyIn = ({ body }: RequestInit): Pick<Recorded, 'body' | 'isFile'> => {
  if (body instanceof Blob) return { isFile: true };
  return { isFile: false, ...(body !== undefined && { body: JSON.parse(body as string) as unknown }) };
};

/** The names of the functions of a resource, also of those that it shares with others. Iterators without end are left out. */
function methodsOf(resource: object): string[] {
  const own = Object.getPrototypeOf(resource) as object | null;
  if (own === null || own === Object.prototype) return [];
  const here = Object.entries(Object.getOwnPropertyDescriptors(own)).flatMap(([name, { value }]) =>
    typeof value === 'function' &&
    !['constructor', 'all', 'follow', 'order', 'act', 'put', 'read', 'pathOf'].includes(name)
      ? [name]
      : [],
  );
  return [...new Set([...here, ...methodsOf(own)])];
}
