import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Transport } from '@estate/client/transport';
import { afterEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../operations.ts';
import { eachAtHome, home, idOf, KEY, serve } from '../run-estate.fixture.ts';
import { mcpServer } from './serve-mcp.ts';
import { FOR_SECRETS, WITHOUT_CONFIRMATION, toolsOf } from './api-tools.ts';

eachAtHome();

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const INFO = { name: 'assistant', version: '1.0.0' };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Person {
  /** What the person answers; undefined if the program of the assistant cannot ask. */
  agrees?: boolean;
}

/** An assistant that is connected to a server for the API at an address. */
async function assistant(url: string, { write = false, agrees }: Person & { write?: boolean } = {}) {
  const asked: string[] = [];
  const client = new Client(INFO, { capabilities: agrees === undefined ? {} : { elicitation: {} } });
  if (agrees !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action: 'accept' as const, content: { confirm: agrees } };
    });
  const server = mcpServer(new Transport({ baseUrl: url, apiKey: KEY, retries: 0 }), { write });
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await Promise.all([client.connect(ofClient), server.connect(ofServer)]);
  closing.push(() => client.close());
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [text = '', ...further] = (content as { text: string }[]).map((one) => one.text);
    return { text, isError, ...(further.length > 0 && { further }) };
  };
  return { client, call, asked };
}

const nobody = 'http://127.0.0.1:9';

describe('the tools of the MCP server', () => {
  it('the tools are the operations that read, and with --write those that change something', () => {
    const reading = toolsOf({ write: false });
    const all = toolsOf({ write: true });
    const gets = OPERATIONS.filter(
      ({ method, answer }) => method === 'GET' && (answer === 'json' || answer === 'text'),
    );
    const names = reading.map(({ definition }) => definition.name);
    expect(names).toEqual(expect.arrayContaining(gets.map(({ id }) => id)));
    expect(names.filter((name) => !gets.some(({ id }) => id === name))).toEqual([
      'checkTarget',
      'validateListing',
      'previewImportSource',
    ]);
    expect(
      reading.every(
        ({ definition, needsConfirmation }) => definition.annotations.readOnlyHint && !needsConfirmation,
      ),
    ).toBe(true);
    expect(all.length).toBeGreaterThan(reading.length + 30);
  });

  it('a tool that deletes or publishes needs a confirmation', () => {
    const tools = toolsOf({ write: true });
    const confirmed = tools.filter((one) => one.needsConfirmation).map(({ operation }) => operation);
    const ids = confirmed.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'createProperty',
        'createTarget',
        'createListing',
        'updateListing',
        'retryListing',
        'updateProperty',
        'createErasure',
        'confirmImport',
      ]),
    );
    const deletions = tools.filter(({ operation }) => operation.method === 'DELETE');
    expect(deletions.every((one) => one.needsConfirmation)).toBe(true);
    for (const id of WITHOUT_CONFIRMATION) expect(tools.map(({ operation }) => operation.id)).toContain(id);
  });

  it('a tool describes its arguments in a schema that fits into the context of an assistant', () => {
    for (const { definition } of toolsOf({ write: true })) {
      expect(JSON.stringify(definition).length, definition.name).toBeLessThan(10_000);
      expect(JSON.stringify(definition), definition.name).not.toContain('$ref');
      const { properties, required } = definition.inputSchema;
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
    }
    const create = toolsOf({ write: true }).find(({ definition }) => definition.name === 'createProperty');
    expect(create?.definition.inputSchema.properties).toMatchObject({
      body: {
        properties: { type: { enum: expect.arrayContaining(['apartmentBuy', 'plotRent']) as string[] } },
      },
    });
  });
});

describe('the MCP server', () => {
  it('the MCP server calls operations with the arguments of the assistant', async () => {
    const { url, asked } = await serve(() => ({ body: { hasMore: false, data: [{ id: idOf(1) }] } }));
    const { call } = await assistant(url);
    const { text, isError } = await call('listListings', { state: 'failed', limit: 5, published: false });
    expect([JSON.parse(text), isError]).toEqual([{ hasMore: false, data: [{ id: idOf(1) }] }, undefined]);
    expect(asked[0]).toMatchObject({
      method: 'GET',
      path: '/listings',
      query: { state: 'failed', limit: '5', published: 'false' },
    });
    await call('getListing', { id: 'a/b' });
    expect(asked[1]?.path).toBe('/listings/a%2Fb');
  });

  it('the MCP server offers no change without --write', async () => {
    const { client, call } = await assistant(nobody);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('createProperty');
    expect(await call('createProperty', { body: {} })).toEqual({
      text: 'There is no tool createProperty. This server only reads; "estate mcp --write" offers changes, too.',
      isError: true,
    });
  });

  it('the MCP server says what is wrong with a call, also in the words of the service', async () => {
    const body = { error: 'Bad Request', message: 'The state is unknown.', code: 'validation-failed' };
    const { url } = await serve(() => ({ status: 400, body }));
    const { call } = await assistant(url);
    expect((await call('listListings', { colour: 'red' })).text).toMatch(
      /^listListings has no argument colour\. Arguments: limit, /,
    );
    expect((await call('getListing', {})).text).toBe('<id> is required.');
    expect((await call('getListing', { id: {} })).text).toBe('id must be a text, a number or a boolean.');
    expect(await call('listListings', { state: 'x' })).toEqual({
      text: 'The state is unknown. (400 validation-failed)',
      isError: true,
    });
  });

  it('the MCP server makes harmless calls without a question, and publishes and deletes only with a confirmation', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    const { call } = await assistant(url, { write: true });
    const contact = { email: 'anna@example.org', lastName: 'Beispiel' };
    expect((await call('createContact', { body: contact })).isError).toBeUndefined();
    const listing = { body: { propertyId: idOf(1), targetId: idOf(2) } };
    expect(await call('createListing', listing)).toEqual({
      text: 'Nothing was changed. Ask the person whether to do this: Publish a property on a target. Then call again with confirm: true.',
      isError: true,
    });
    expect((await call('deleteProperty', { id: idOf(1), confirm: 'true' })).isError).toBe(true);
    expect(asked).toHaveLength(1);
    expect((await call('createListing', { ...listing, confirm: true })).isError).toBeUndefined();
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/contacts', JSON.stringify(contact)],
      ['POST', '/listings', JSON.stringify(listing.body)],
    ]);
  });

  it('the MCP server saves an address that the service contacts only with a confirmation', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    const { call } = await assistant(url, { write: true });
    const attachments = [{ url: 'https://example.net/?inquiry=secret', type: 'image/jpeg' }];
    const saving = {
      createProperty: { type: 'houseBuy', fields: {}, attachments },
      createTarget: { type: 'immowelt', credentials: { host: 'example.net' } },
      createWebhook: { url: 'https://example.net' },
    };
    for (const [name, body] of Object.entries(saving))
      expect((await call(name, { body })).isError).toBe(true);
    expect(asked).toEqual([]);
    await call('createProperty', { body: saving.createProperty, confirm: true });
    expect(asked.map(({ body }) => body)).toEqual([JSON.stringify(saving.createProperty)]);
  });

  it('the MCP server tells the ETag of a resource, with which a change does not overwrite a newer one', async () => {
    const { url, asked } = await serve(({ path }) =>
      path === '/properties'
        ? { body: { hasMore: false, data: [] } }
        : { body: { id: idOf(1) }, etag: '"7"' },
    );
    const { call, client } = await assistant(url, { write: true });
    expect((await call('getProperty', { id: idOf(1) })).further).toEqual(['ETag: "7"']);
    expect((await call('listProperties')).further).toBeUndefined();
    const change = { id: idOf(1), body: { type: 'houseBuy', fields: {} }, ifMatch: '"7"', confirm: true };
    expect((await call('updateProperty', change)).further).toEqual(['ETag: "7"']);
    expect(asked.at(-1)?.headers['if-match']).toBe('"7"');
    expect(await call('updateProperty', { ...change, ifMatch: {} })).toEqual({
      text: 'ifMatch must be a text, a number or a boolean.',
      isError: true,
    });
    const { tools } = await client.listTools();
    const withEtag = tools.filter(
      ({ inputSchema }) => inputSchema.properties && 'ifMatch' in inputSchema.properties,
    );
    expect(withEtag.map(({ name }) => name)).toEqual(
      OPERATIONS.filter(({ isConditional }) => isConditional).map(({ id }) => id),
    );
    expect((await call('getAccount', { ifMatch: '"7"' })).isError).toBe(true);
  });

  it('the MCP server asks the person where it can, whatever the assistant says', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    const refusing = await assistant(url, { write: true, agrees: false });
    expect(await refusing.call('deleteListing', { id: idOf(1), confirm: true })).toEqual({
      text: 'Nothing was changed, because the person did not agree.',
      isError: true,
    });
    expect(asked).toEqual([]);
    const agreeing = await assistant(url, { write: true, agrees: true });
    expect((await agreeing.call('deleteListing', { id: idOf(1) })).isError).toBeUndefined();
    expect(agreeing.asked).toEqual([
      `Take a property down from a target (DELETE /listings/{id}): {"id":"${idOf(1)}"}`,
    ]);
    expect(asked.map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('the MCP server shows no secret, and offers no call whose answer is one', async () => {
    const webhook = { id: idOf(1), signingKey: 'whsec_x', nested: [{ password: 'p' }], key: 'public' };
    const { url } = await serve(() => ({ body: webhook }));
    const { client, call } = await assistant(url, { write: true });
    expect(JSON.parse((await call('getWebhook', { id: idOf(1) })).text)).toEqual({
      ...webhook,
      signingKey: '(hidden)',
      nested: [{ password: '(hidden)' }],
    });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    const operations = OPERATIONS.map(({ id }) => id);
    for (const id of FOR_SECRETS) {
      expect(operations).toContain(id);
      expect(names).not.toContain(id);
    }
  });

  it('estate mcp serves an assistant on the standard input and output', async () => {
    const { url } = await serve(() => ({ body: { id: idOf(1), name: 'Beispiel Wohnen' } }));
    const client = new Client(INFO);
    const env = {
      ...(process.env as Record<string, string>),
      XDG_CONFIG_HOME: home(),
      ESTATE_URL: url,
      ESTATE_API_KEY: KEY,
    };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], env }));
    closing.push(() => client.close());
    expect(client.getServerVersion()?.name).toBe('estate');
    const { content } = await client.callTool({ name: 'getAccount', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('Beispiel Wohnen') as string }]);
  });
});
