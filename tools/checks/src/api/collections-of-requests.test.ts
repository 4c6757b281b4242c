import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lang from '@usebruno/lang';
import { describe, expect, it } from 'vitest';
import { BRUNO_FOLDER, brunoFiles } from './bruno.ts';
import { apiOperations, committedApi } from './open-api.ts';
import { postmanCollection } from './postman.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const api = committedApi();
const expected = apiOperations(api).map(({ method, path, described }) => ({
  call: `${method} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  example: Object.values(described.requestBody?.content ?? {})[0]?.example,
}));

describe('the collections of requests', () => {
  it('the Postman collection has a request for every operation, with the example of its body', () => {
    const requests = postmanCollection(api).item.flatMap(({ item }) => item.map(({ request }) => request));
    const found = requests.map(({ method, url, body }) => ({
      call: `${method} ${url.raw}`,
      example: body && 'raw' in body ? (JSON.parse(body.raw) as unknown) : undefined,
    }));
    const byCall = (one: { call: string }, other: { call: string }) => one.call.localeCompare(other.call);
    expect(found.toSorted(byCall)).toEqual(expected.toSorted(byCall));
    for (const { url } of requests)
      expect(url.variable.map(({ key }) => `:${key}`)).toEqual(
        url.path.filter((part) => part.startsWith(':')),
      );
  });

  it('the Bruno folder has a request for every operation that Bruno can read, and no other file', () => {
    const files = brunoFiles(api);
    const requests = files.filter(
      ({ path }) => !/\/(bruno\.json|collection\.bru|environments\/.*)$/.test(path),
    );
    const found = requests.map(({ text }) => {
      const { http, params = [], body } = lang.bruToJsonV2(text);
      const [url = ''] = http.url.split('?');
      expect(params.filter(({ type }) => type === 'path').map(({ name }) => `:${name}`)).toEqual(
        url.match(/:[a-zA-Z]+(?=\/|$)/g) ?? [],
      );
      return {
        call: `${http.method.toUpperCase()} ${url}`,
        example: body?.json === undefined ? undefined : (JSON.parse(body.json) as unknown),
      };
    });
    expect(found.toSorted((one, other) => one.call.localeCompare(other.call))).toEqual(
      expected.toSorted((one, other) => one.call.localeCompare(other.call)),
    );
    const present = readdirSync(join(ROOT, BRUNO_FOLDER), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
    expect(present.toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  });

  it('the collections contain no key', () => {
    for (const { path } of brunoFiles(api))
      expect(readFileSync(join(ROOT, path), 'utf8')).not.toMatch(/rek_live_\w{8}/);
    expect(JSON.stringify(postmanCollection(api))).not.toMatch(/rek_live_\w{8}/);
  });
});
