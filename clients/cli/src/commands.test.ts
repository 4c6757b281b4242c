import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS, parametersIn } from './operations.ts';
import { PAGES } from './open-page.ts';
import { eachAtHome, estate, home, idOf, serve, signedIn } from './run-estate.fixture.ts';

eachAtHome();

const commandOf = ({ resource, verb }: { resource: string; verb: string }) => `${resource} ${verb}`;
const jsonFile = (value: object): string => {
  const file = join(home(), 'input.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
};
const terminal = { columns: 100, open: () => undefined };

describe('the commands of the resources', () => {
  it('every operation of the API is a command of its own', () => {
    const commands = OPERATIONS.map(commandOf);
    expect(commands.length).toBeGreaterThan(90);
    expect(new Set(commands).size).toBe(commands.length);
    for (const command of commands) expect(command).toMatch(/^[a-z-]+ [a-z]+(-[a-z]+)*$/);
  });

  it.each(OPERATIONS.map((operation) => [commandOf(operation), operation] as const))(
    'estate %s calls its operation',
    async (_name, operation) => {
      const { url, asked } = await serve(() => ({ body: { hasMore: false, data: [] } }));
      const ids = parametersIn(operation, 'path').map((_, index) => idOf(index + 1));
      const file = operation.file || operation.body ? [jsonFile({ a: 1 })] : [];
      const headers = parametersIn(operation, 'header').map(({ name }) => [name.toLowerCase(), 'yes']);
      const asks = parametersIn(operation, 'query').filter(({ required }) => required);
      const queries = asks.map(({ name }) => [name.replaceAll(/[A-Z]/g, '-$&').toLowerCase(), idOf(1)]);
      const needed = [...headers, ...queries].flatMap(([name = '', value = '']) => [`--${name}`, value]);
      const output = operation.answer === 'file' ? ['--output', join(home(), 'answer')] : [];
      const args = [operation.resource, operation.verb, ...ids, ...file, ...needed, ...output];
      expect(await estate(args, signedIn(url))).toMatchObject({ code: 0, err: '' });
      const path = ids.reduce((text, id) => text.replace(/\{\w+\}/, id), operation.path);
      expect(asked.map((one) => `${one.method} ${one.path}`)).toEqual([`${operation.method} ${path}`]);
      expect(asked[0]?.body).toBe(file.length > 0 ? '{"a":1}' : '');
    },
  );

  it('a command of a list has the filters of the API as options, and refuses values that the API does not know', async () => {
    const { url, asked } = await serve(() => ({ body: { hasMore: false, data: [] } }));
    const args = ['listings', 'list', '--state', 'failed', '--property-id', idOf(1), '--published', 'false'];
    expect((await estate(args, signedIn(url))).code).toBe(0);
    expect(asked[0]?.query).toEqual({
      order: 'desc',
      limit: '10',
      state: 'failed',
      propertyId: idOf(1),
      published: 'false',
    });
    const { code, err } = await estate(['listings', 'list', '--state', 'fine'], signedIn(url));
    expect([code, err]).toEqual([2, expect.stringContaining('Allowed choices are published, ')]);
  });

  it('a command takes the fields of its body one by one, also beside a file', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    const file = jsonFile({ name: 'Munich', credentials: { host: 'a', port: 21 } });
    const data = ['-d', 'credentials.host=b', '--data', 'active=true', '-d', 'note=a=b'];
    expect((await estate(['targets', 'create', file, ...data], signedIn(url))).code).toBe(0);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      ...{ name: 'Munich', active: true, note: 'a=b' },
      credentials: { host: 'b', port: 21 },
    });
    expect(await estate(['targets', 'create'], signedIn(url))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--data name=value') as string,
    });
    expect((await estate(['targets', 'create', '-d', 'name'], signedIn(url))).code).toBe(2);
  });

  it('a command sends its condition and its key, and refuses an empty id', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    await estate(['contacts', 'delete', idOf(1), '--if-match', '"1"'], signedIn(url));
    await estate(['listings', 'retry', idOf(1), '--idempotency-key', 'once'], signedIn(url));
    expect(asked[0]?.headers['if-match']).toBe('"1"');
    expect(asked[1]?.headers['idempotency-key']).toBe('once');
    expect(await estate(['contacts', 'get', ''], signedIn(url))).toMatchObject({
      code: 2,
      err: '<id> is required.\n',
    });
    expect(await estate(['get', 'contacts', '..'], signedIn(url))).toMatchObject({ code: 2 });
    expect(asked).toHaveLength(2);
  });

  it('a response that is no JSON is printed, or written to a file', async () => {
    const { url } = await serve(() => ({ body: { rows: 1 } }));
    expect((await estate(['requests', 'csv'], signedIn(url))).out).toBe('{"rows":1}');
    const file = join(home(), 'photo');
    expect((await estate(['attachments', 'get', idOf(1), '--output', file], signedIn(url))).out).toBe('');
    expect(readFileSync(file, 'utf8')).toBe('{"rows":1}');
    expect(await estate(['attachments', 'get', idOf(1)], signedIn(url))).toMatchObject({ code: 2 });
  });

  it('estate delete deletes a resource, and says which filters a list has', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    expect((await estate(['delete', 'contacts', idOf(1)], signedIn(url))).code).toBe(0);
    expect(asked[0]).toMatchObject({ method: 'DELETE', path: `/contacts/${idOf(1)}` });
    expect(await estate(['delete', 'mails', idOf(1)], signedIn(url))).toMatchObject({
      code: 2,
      err: 'mails cannot be deleted.\n',
    });
    expect(await estate(['list', 'contacts', '--filter', 'name=x'], signedIn(url))).toMatchObject({
      code: 2,
      err: 'contacts have no filter name. Filters: limit, startAfter, order, q.\n',
    });
  });
});

describe('the output of commands', () => {
  const data = [
    {
      id: idOf(1),
      type: 'houseBuy',
      fields: { title: 'A house\nby the lake' },
      note: 'x'.repeat(90),
      more: 'y'.repeat(90),
    },
    { id: idOf(2), type: 'plotRent', fields: { title: 'A plot' } },
  ];

  it('a list is a table on a terminal, as wide as the terminal, and lines of JSON with --json', async () => {
    const { url } = await serve(() => ({ body: { hasMore: false, data } }));
    const { out } = await estate(['properties', 'list'], { ...signedIn(url), terminal });
    expect(out.split('\n')).toEqual([
      'ID                    TITLE                TYPE      NOTE',
      `${idOf(1)}  A house by the lake  houseBuy  ${'x'.repeat(39)}…`,
      `${idOf(2)}  A plot               plotRent`,
      '',
    ]);
    const json = await estate(['properties', 'list', '--json'], { ...signedIn(url), terminal });
    expect(json.out).toBe(data.map((one) => `${JSON.stringify(one)}\n`).join(''));
  });

  it('a list without resources says so on a terminal and prints nothing in a pipe', async () => {
    const { url } = await serve(() => ({ body: { hasMore: false, data: [] } }));
    expect((await estate(['list', 'properties'], { ...signedIn(url), terminal })).out).toBe(
      'nothing found\n',
    );
    expect((await estate(['list', 'properties'], signedIn(url))).out).toBe('');
  });
});

describe('estate import, take-down, validate and trigger', () => {
  it('estate import waits for the end of the import, and shows its states on a terminal', async () => {
    const states = ['queued', 'reading', 'reading', 'finished'];
    const { url, asked } = await serve(() => ({
      body: { id: idOf(1), state: states.shift(), counts: { created: 0 } },
    }));
    const args = ['import', jsonFile({}), '--source', idOf(2), '--dry-run'];
    const { code, out, err } = await estate(args, { ...signedIn(url), terminal });
    expect([code, JSON.parse(out)]).toEqual([0, { id: idOf(1), state: 'finished', counts: { created: 0 } }]);
    expect(err).toBe(`${idOf(1)} queued {"created":0} …\n${idOf(1)} reading {"created":0} …\n`);
    expect(asked[0]).toMatchObject({
      path: '/imports',
      query: { fileName: 'input.json', sourceId: idOf(2), dryRun: 'true' },
    });
  });

  it('estate import ends when the import has to be confirmed, and fails with the reason of an unreadable package', async () => {
    const waiting = await serve(() => ({ body: { id: idOf(1), state: 'awaiting_confirmation' } }));
    expect((await estate(['import', jsonFile({})], signedIn(waiting.url))).out).toContain(
      'awaiting_confirmation',
    );
    const failure = { code: 'package_unreadable', message: 'The package is damaged.' };
    const failed = await serve(() => ({ body: { id: idOf(1), state: 'failed', failure } }));
    expect(await estate(['import', jsonFile({})], signedIn(failed.url))).toMatchObject({
      code: 1,
      err: `${idOf(1)} failed: The package is damaged.\n`,
    });
  });

  it('estate take-down deletes the listing of a property on a target', async () => {
    const { url, asked } = await serve(({ method }) => ({
      body: method === 'GET' ? { hasMore: false, data: [{ id: idOf(9) }] } : { id: idOf(9) },
    }));
    expect((await estate(['take-down', idOf(1), idOf(2)], signedIn(url))).code).toBe(0);
    expect(asked[0]?.query).toMatchObject({ propertyId: idOf(1), targetId: idOf(2) });
    expect(asked[1]).toMatchObject({ method: 'DELETE', path: `/listings/${idOf(9)}` });
    const empty = await serve(() => ({ body: { hasMore: false, data: [] } }));
    expect(await estate(['take-down', idOf(1), idOf(2)], signedIn(empty.url))).toMatchObject({
      code: 1,
      err: `${idOf(1)} is not listed on ${idOf(2)}.\n`,
    });
  });

  it('estate validate prints the problems, and fails for a property that cannot be published', async () => {
    const problems = [{ field: 'fields.title' }];
    const { url } = await serve(() => ({ body: { publishable: false, problems } }));
    const { code, out, err } = await estate(['validate', idOf(1), idOf(2)], signedIn(url));
    expect([code, JSON.parse(out), err]).toEqual([
      1,
      { publishable: false, problems },
      'The property cannot be published on the target.\n',
    ]);
  });

  it('estate trigger sends an example to every active webhook that receives the event, or to the one that is named', async () => {
    const hooks = [
      { id: idOf(1), status: 'active', events: ['publication.failed'] },
      { id: idOf(2), status: 'paused', events: ['publication.failed'] },
      { id: idOf(3), status: 'active', events: ['request.created'] },
    ];
    const { url, asked } = await serve(({ method }) =>
      method === 'GET' ? { body: { hasMore: false, data: hooks } } : { status: 202, body: { id: idOf(8) } },
    );
    expect((await estate(['trigger', 'publication.failed'], signedIn(url))).out).toBe(
      `{"id":"${idOf(8)}"}\n`,
    );
    expect(asked.slice(1).map(({ path, body }) => [path, body])).toEqual([
      [`/webhooks/${idOf(1)}/test`, '{"event":"publication.failed"}'],
    ]);
    await estate(['trigger', 'target.paused', '--webhook', idOf(3)], signedIn(url));
    expect(asked.at(-1)?.path).toBe(`/webhooks/${idOf(3)}/test`);
    expect(await estate(['trigger', 'target.paused'], signedIn(url))).toMatchObject({
      code: 1,
      err: expect.stringContaining('No active webhook receives target.paused.') as string,
    });
    expect((await estate(['trigger', 'nothing'], signedIn(url))).code).toBe(2);
  });
});

describe('estate logs', () => {
  const call = (number: number, path: string) => ({
    ...{ id: idOf(number), kind: 'call', at: new Date().toISOString(), method: 'GET', route: path, path },
    ...{ status: 200, requestId: `req-${String(number)}` },
  });

  it('estate logs --follow prints each call once, and not its own', async () => {
    const calls = [call(1, '/targets'), call(2, '/request-log')];
    const { url, asked } = await serve(() => {
      const data = [...calls];
      calls.push(call(calls.length + 1, '/contacts'));
      return { body: { hasMore: false, data } };
    });
    const lines: string[] = [];
    const { code } = await estate(['logs', '--follow', '--method', 'GET'], {
      ...signedIn(url),
      onLine: (line, end) => {
        lines.push((JSON.parse(line) as { id: string }).id);
        if (lines.length === 2) end();
      },
    });
    expect([code, lines]).toEqual([0, [idOf(1), idOf(3)]]);
    expect(asked[0]?.query).toMatchObject({ method: 'GET', order: 'asc' });
  });

  it('estate logs lists the newest calls', async () => {
    const { url, asked } = await serve(() => ({ body: { hasMore: false, data: [call(1, '/targets')] } }));
    expect((await estate(['logs', '--limit', '3', '--status', '4xx'], signedIn(url))).out).toContain(idOf(1));
    expect(asked[0]?.query).toEqual({ order: 'desc', limit: '3', status: '4xx' });
  });
});

describe('estate open', () => {
  it('estate open prints the address of a page of the dashboard, and opens it from a terminal', async () => {
    const opened: string[] = [];
    const run = signedIn('http://localhost:8080/');
    const address = `http://localhost:8080/dashboard/listings/${idOf(1)}`;
    const args = ['open', 'listings', idOf(1)];
    const { out } = await estate(args, {
      ...run,
      terminal: { columns: 80, open: (url) => opened.push(url) },
    });
    expect([out, opened]).toEqual([`${address}\n`, [address]]);
    expect((await estate(['open'], run)).out).toBe('http://localhost:8080/dashboard/\n');
    expect(await estate(['open', 'events', idOf(1)], run)).toMatchObject({ code: 2 });
  });

  it('estate open knows pages that the dashboard has', () => {
    const router = readFileSync(
      new URL('../../../apps/dashboard/src/app/router.tsx', import.meta.url),
      'utf8',
    );
    const pages = new Set([...router.matchAll(/page\(\s*'([^']+)'/g)].map(([, path]) => path));
    for (const { all, one } of Object.values(PAGES)) {
      expect(pages).toContain(all);
      if (one !== undefined) expect(pages).toContain(one);
    }
  });
});

describe('profiles', () => {
  it('a profile has a sign-in of its own, which a command names by an option or a variable', async () => {
    const first = await serve(() => ({ body: { name: 'First' } }));
    const second = await serve(() => ({ body: { name: 'Second' } }));
    await estate(['login', '--url', first.url], { input: 'rek_live_1' });
    await estate(['login', '--url', second.url, '--profile', 'office'], { input: 'rek_live_2' });
    expect((await estate(['whoami'])).out).toContain('First');
    expect((await estate(['whoami', '--profile', 'office'])).out).toContain('Second');
    expect((await estate(['whoami'], { environment: { ESTATE_PROFILE: 'office' } })).out).toContain('Second');
    expect(second.asked.at(-1)?.headers.authorization).toBe('Bearer rek_live_2');
    expect((await estate(['profiles'])).out).toBe(
      `{"name":"default","url":"${first.url}"}\n{"name":"office","url":"${second.url}"}\n`,
    );
    await estate(['logout', '--profile', 'office']);
    expect((await estate(['whoami', '--profile', 'office'])).code).toBe(1);
    expect((await estate(['whoami', '--profile', '../office'])).code).toBe(2);
  });

  it('a profile that an option names is used with its own address and key, whatever the environment names', async () => {
    const production = await serve(() => ({ body: { name: 'Production' } }));
    const staging = await serve(() => ({ body: { name: 'Staging' } }));
    const environment = { ESTATE_URL: production.url, ESTATE_API_KEY: 'rek_live_production' };
    await estate(['login', '--url', staging.url, '--profile', 'staging'], { input: 'rek_live_staging' });
    for (const given of [{ ESTATE_API_KEY: environment.ESTATE_API_KEY }, environment])
      expect((await estate(['whoami', '--profile', 'staging'], { environment: given })).out).toContain(
        'Staging',
      );
    expect(staging.asked.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 3 }, () => 'Bearer rek_live_staging'),
    );
    const variable = { ...environment, ESTATE_PROFILE: 'staging' };
    expect((await estate(['whoami'], { environment: variable })).out).toContain('Production');
    expect(production.asked.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer rek_live_production',
    ]);
  });

  it('a profile that is not stored is refused with the names of those that are', async () => {
    const service = await serve(() => ({ body: { name: 'First' } }));
    const run = signedIn(service.url);
    const add = 'To add it, run: estate login --profile stagin --url https://…';
    expect(await estate(['whoami', '--profile', 'stagin'], run)).toEqual({
      code: 1,
      out: '',
      err: `There is no profile stagin. None is stored. ${add}\n`,
    });
    await estate(['login'], run);
    await estate(['login', '--profile', 'staging'], run);
    for (const args of [['properties', 'delete', idOf(1)], ['logout'], ['mcp']])
      expect(await estate([...args, '--profile', 'stagin'], run)).toEqual({
        code: 1,
        out: '',
        err: `There is no profile stagin. Stored profiles: default, staging. ${add}\n`,
      });
    expect(service.asked.map(({ path }) => path)).toEqual(['/account', '/account']);
  });
});
