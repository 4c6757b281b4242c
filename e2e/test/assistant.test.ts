import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Listing, Page, Property, Target } from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput, targetInput } from './support/data.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const ESTATE = fileURLToPath(new URL('../../clients/cli/src/main.ts', import.meta.url));

let world: World;
let account: CustomerAccount;
let assistant: Client;
const questions: string[] = [];

beforeAll(async () => {
  world = await sharedWorld();
  account = await world.account('Assistant');
  assistant = new Client({ name: 'assistant', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  assistant.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return { action: 'accept' as const, content: { confirm: true } };
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    ESTATE_URL: world.stack.apiUrl,
    ESTATE_API_KEY: account.key,
  };
  await assistant.connect(
    new StdioClientTransport({ command: process.execPath, args: [ESTATE, 'mcp', '--write'], env }),
  );
}, START_TIMEOUT_MS);
afterAll(async () => {
  await assistant.close();
  await world.close();
});

async function use<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { content, isError } = await assistant.callTool({ name, arguments: args });
  const [{ text = '' } = {}] = content as { text?: string }[];
  if (isError === true) throw new Error(text);
  return JSON.parse(text) as T;
}

describe('an assistant that uses the service by MCP', () => {
  it('an assistant creates a property, publishes it and takes it down, each with the agreement of a person', async () => {
    const property = await use<Property>('createProperty', {
      body: propertyInput({ title: 'By an assistant' }),
    });
    const { data } = await use<Page<Property>>('listProperties', { q: 'assistant' });
    expect(data.map(({ id }) => id)).toEqual([property.id]);
    const target = await use<Target>('createTarget', { body: targetInput(world.stack, 0) });
    const pair = { propertyId: property.id, targetId: target.id };
    expect(await use('validateListing', { body: pair })).toMatchObject({ publishable: true });
    expect(questions).toHaveLength(2);

    const listing = await use<Listing>('createListing', { body: pair });
    await until({
      what: 'the listing to be published',
      look: () => use<Listing>('getListing', { id: listing.id }),
      good: ({ published }) => published,
    });
    await use('deleteListing', { id: listing.id });
    expect(questions.map((one) => one.slice(0, one.indexOf(' (')))).toEqual([
      'Create a property',
      'Create a target',
      'Publish a property on a target',
      'Take a property down from a target',
    ]);
    expect((await use<Page<Listing>>('listListings')).data).toEqual([]);
  });

  it('an assistant reads why the service refuses a call', async () => {
    await expect(use('createProperty', { body: { type: 'castle', fields: {} } })).rejects.toThrow(
      /\(400 validation-failed/,
    );
  });
});
