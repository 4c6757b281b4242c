import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Client } from '../src/index.ts';

const SNAPSHOT = new URL('../../../apps/api-gateway/reference/openapi.json', import.meta.url);
const { paths } = JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as {
  paths: Record<string, Record<string, { security?: object[] }>>;
};

/** What anyone may call is for browsers, not for a client with a key. */
const documented = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { security }]) =>
    security?.length === 0 ? [] : [`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`],
  ),
);

type Method = (...given: string[]) => unknown;

/** The functions of a resource, also those that it shares with others; what gives out pages without end is left out. */
function methodsOf(resource: object): [string, Method][] {
  const own = Object.getPrototypeOf(resource) as object | null;
  if (own === null || own === Object.prototype) return [];
  const here = Object.entries(Object.getOwnPropertyDescriptors(own)).flatMap(
    ([name, { value }]): [string, Method][] =>
      typeof value === 'function' &&
      !['constructor', 'all', 'follow', 'order', 'act', 'read', 'put', 'pathOf'].includes(name)
        ? [[name, value as Method]]
        : [],
  );
  return [...here, ...methodsOf(own)];
}

const isIterable = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

/** The operations that a client calls when each of its functions is called. */
async function calledOperations(): Promise<string[]> {
  const called: string[] = [];
  const fetch = (address: string | URL | Request, init: RequestInit = {}) => {
    const path = new URL(address as string).pathname.replaceAll(/(?<=\/)x\d(?=\/|$)/g, '*');
    called.push(`${init.method ?? 'GET'} ${path}`);
    const isExport = path === '/account/export';
    const body = isExport ? '{"kind":"manifest","data":{}}\n' : '{"hasMore":false,"data":[]}';
    return Promise.resolve(new Response(body));
  };
  const client = new Client({ baseUrl: 'http://localhost', apiKey: 'rek_live_x', fetch });
  for (const resource of Object.values(client) as object[]) {
    for (const [, method] of methodsOf(resource)) {
      const result = await method.call(resource, 'x1', 'x2');
      if (isIterable(result)) for await (const line of result) expect(line).toHaveProperty('kind');
      // A timeline is a list of its own.
      if (typeof (result as { list?: unknown }).list === 'function')
        await (result as { list(): unknown }).list();
    }
  }
  return called;
}

describe('the client', () => {
  it('the client has a function for every operation of an account, and for no other', async () => {
    const called = await calledOperations();
    expect(called.length).toBeGreaterThan(60);
    expect([...new Set(called)].sort()).toEqual(documented.sort());
  });
});
