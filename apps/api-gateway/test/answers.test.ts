import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../src/reference/openapi/document.ts';
import { apiRoutes } from '../src/routes/index.ts';
import { startBareGateway } from './matrix/start-bare-gateway.ts';
import type { BareGateway } from './matrix/start-bare-gateway.ts';

const ID = 'd1a2b3c4e5f6g7h8i9j0';
const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes))) as {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { example: unknown }> } } | undefined>
  >;
};
const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, ID);
const exampleOf = (method: string, path: string) =>
  document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example;

let writer: BareGateway;
let reader: BareGateway;
beforeAll(async () => {
  writer = await startBareGateway();
  reader = await startBareGateway({ scopes: ['read'] });
});
afterAll(async () => {
  await writer.close();
  await reader.close();
});

const created = apiRoutes
  .filter(({ status }) => status === 201)
  .map(({ path, uploads }) => ({ path, uploads }));

describe('the answer to a POST that creates something', () => {
  it.each(created)(
    'the answer to a POST that creates something of $path says where it is, and a GET finds it there',
    async ({ path, uploads }) => {
      const body = uploads ? new Blob(['file'], { type: uploads[0] ?? '' }) : exampleOf('POST', path);
      const { status, headers } = await writer.send('POST', addressOf(path), body);
      expect([status, headers.get('location')]).toEqual([201, `${addressOf(path)}/${ID}`]);
      expect((await writer.send('GET', headers.get('location') ?? '')).status).toBe(200);
    },
  );
});

describe('the password of an import source', () => {
  it('the response with the password of a new import source is not kept, and has the ETag of the source without it', async () => {
    const path = '/import-sources';
    const made = await writer.send('POST', path, exampleOf('POST', path));
    const read = await writer.send('GET', `${path}/${ID}`);
    const { password, ...source } = made.body as unknown as { password: string };
    expect(password).not.toBe('');
    expect(source).toEqual(read.body);
    expect(made.headers.get('etag')).toBe(read.headers.get('etag'));
    expect(made.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the secrets of a webhook', () => {
  const reading = apiRoutes.filter(({ method, access }) => method === 'GET' && access === 'read');

  it.each(reading.map(({ path }) => path))(
    'a signing key and the headers of a webhook are not in %s for a key that may only read',
    async (path) => {
      const { text } = await reader.send('GET', addressOf(path));
      expect(text).not.toMatch(/signingKey|whsec_|Bearer 5f1c/);
    },
  );

  it('a signing key is shown with the headers to a key that may write, under the same ETag as without it', async () => {
    const path = `/webhooks/${ID}`;
    const [shown, hidden] = [await writer.send('GET', path), await reader.send('GET', path)];
    expect(shown.body).toHaveProperty('signingKey');
    expect(shown.body).toHaveProperty('headers', { Authorization: 'Bearer 5f1c' });
    expect(hidden.body).toEqual({ ...shown.body, signingKey: undefined, headers: undefined });
    expect(hidden.headers.get('etag')).toBe(shown.headers.get('etag'));
    for (const { headers } of [shown, hidden]) expect(headers.get('vary')).toBe('Authorization, Cookie');
    expect((await writer.send('GET', '/webhooks')).text).toContain('signingKey');
  });
});
