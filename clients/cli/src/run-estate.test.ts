import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION, readWebhook } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { eachAtHome, estate, home, idOf, KEY, serve, signedIn } from './run-estate.fixture.ts';

eachAtHome();

const account = () => serve(() => ({ body: { id: idOf(1), name: 'Beispiel Wohnen' } }));

describe('estate login', () => {
  it('estate login stores the key that the service accepts where only its owner reads it', async () => {
    const { url, asked } = await account();
    const { code, err } = await estate(['login', '--url', url], { input: `${KEY}\n` });
    expect([code, err]).toEqual([0, `API key: Signed in to Beispiel Wohnen at ${url}.\n`]);
    const file = join(home(), 'estate/profile.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, apiKey: KEY });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(asked[0]?.headers['user-agent']).toMatch(
      new RegExp(`^estate-cli/${RegExp.escape(VERSION)} estate-client/`),
    );
    expect((await estate(['whoami'])).out).toContain('Beispiel Wohnen');
    await estate(['logout']);
    expect(await estate(['whoami'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('estate login') as string,
    });
  });

  it('estate login stores no key that the service rejects', async () => {
    const refusal = { error: 'Unauthorized', message: 'The API key is unknown.', code: 'api-key-invalid' };
    const { url } = await serve(() => ({ status: 401, body: refusal }));
    const { code, err } = await estate(['login', '--url', url], { input: 'rek_live_y' });
    expect([code, err]).toEqual([1, 'API key: The API key is unknown. (401 api-key-invalid)\n']);
    expect((await estate(['whoami'])).code).toBe(1);
  });

  it('estate says what is wrong with the way it was called', async () => {
    expect(await estate(['list', 'properties', '--limit', 'x'])).toMatchObject({ code: 2 });
    const { code, err } = await estate(['list', 'propertis'], signedIn('http://127.0.0.1:9'));
    expect(code).toBe(2);
    expect(err.match(/propertis/g)).toHaveLength(1);
    expect(err).toMatch(/Allowed choices are .*\bproperties, contacts\b/);
    expect(await estate(['create', 'mails', '-'], signedIn('http://127.0.0.1:9'))).toMatchObject({
      code: 2,
      err: 'mails cannot be created.\n',
    });
  });
});

describe('estate list, get, create and update', () => {
  it('estate list prints as many resources as are asked for, with the filters of the API', async () => {
    const { url, asked } = await serve(() => ({
      body: { hasMore: true, data: [{ id: idOf(1) }, { id: idOf(2) }] },
    }));
    const args = ['list', 'listings', '--limit', '3', '--filter', 'state=failed', '--filter', 'q=a=b'];
    const { code, out } = await estate(args, signedIn(url));
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toHaveLength(3);
    expect(asked[0]?.query).toEqual({ order: 'desc', limit: '3', state: 'failed', q: 'a=b' });
  });

  it('estate create sends a file with the key under which it takes effect once', async () => {
    const { url, asked } = await serve(() => ({ status: 201, body: { id: idOf(1) } }));
    const file = join(home(), 'contact.json');
    writeFileSync(file, '{"email":"anna@example.org","lastName":"Beispiel"}');
    const args = ['create', 'contacts', file, '--idempotency-key', 'once'];
    const { code, out } = await estate(args, signedIn(url));
    expect([code, JSON.parse(out)]).toEqual([0, { id: idOf(1) }]);
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/contacts', body: readFileSync(file, 'utf8') });
    expect(asked[0]?.headers['idempotency-key']).toBe('once');
    writeFileSync(file, '{');
    expect(await estate(args, signedIn(url))).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not JSON') as string,
    });
  });

  it('estate upload sends files with their names and prints their addresses, up to the first that is refused', async () => {
    const refusal = {
      error: 'Unsupported',
      message: 'The file is a text.',
      code: 'attachment-type-unsupported',
    };
    const { url, asked } = await serve(({ body, query }) =>
      body === 'a text'
        ? { status: 415, body: refusal }
        : { status: 201, body: { id: idOf(1), url: `https://api.example.org/${query['fileName'] ?? ''}` } },
    );
    const [first = '', second = '', text = ''] = ['a.jpg', 'b c.jpg', 'd.jpg'].map((name) =>
      join(home(), name),
    );
    writeFileSync(first, 'one');
    writeFileSync(second, 'two');
    writeFileSync(text, 'a text');
    expect(await estate(['upload', first, second, text, first], signedIn(url))).toEqual({
      code: 1,
      out: 'https://api.example.org/a.jpg\nhttps://api.example.org/b c.jpg\n',
      err: `${text}: The file is a text. (415 attachment-type-unsupported)\n`,
    });
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/attachments', 'one'],
      ['POST', '/attachments', 'two'],
      ['POST', '/attachments', 'a text'],
    ]);
    expect(asked[0]?.headers['content-type']).toBe('application/octet-stream');
    expect(await estate(['upload', join(home(), 'none.jpg')], signedIn(url))).toMatchObject({
      code: 1,
      err: expect.stringContaining('none.jpg cannot be read') as string,
    });
  });

  it('estate get prints one resource', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    expect(JSON.parse((await estate(['get', 'targets', idOf(1)], signedIn(url))).out)).toEqual({
      id: idOf(1),
    });
    expect(asked[0]?.path).toBe(`/targets/${idOf(1)}`);
  });

  it('estate update replaces a resource, and says of which kinds it cannot', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1) } }));
    const file = join(home(), 'source.json');
    writeFileSync(file, '{"name":"Munich office"}');
    expect((await estate(['update', 'import-sources', idOf(1), file], signedIn(url))).code).toBe(0);
    expect(asked[0]).toMatchObject({ method: 'PUT', path: `/import-sources/${idOf(1)}` });
    expect(asked[0]?.body).toBe(readFileSync(file, 'utf8'));
    expect(await estate(['update', 'imports', idOf(1), file], signedIn(url))).toMatchObject({
      code: 2,
      err: 'imports cannot be updated.\n',
    });
    expect(await estate(['create', 'imports', file], signedIn(url))).toMatchObject({ code: 2 });
  });

  it('estate preview waits for the preview and prints the objects that read differently', async () => {
    const { url, asked } = await serve(({ method, path }) => {
      if (path.endsWith('/objects')) return { body: { hasMore: false, data: [{ id: idOf(3) }] } };
      return { body: { id: idOf(2), state: method === 'POST' ? 'queued' : 'finished' } };
    });
    const file = join(home(), 'settings.json');
    writeFileSync(file, '{"defaultCountry":"AUT"}');
    const { code, out } = await estate(['preview', idOf(1), file], signedIn(url));
    expect([code, JSON.parse(out)]).toEqual([0, { id: idOf(3) }]);
    expect(asked[0]).toMatchObject({ method: 'POST', path: `/import-sources/${idOf(1)}/preview` });
    expect(asked[0]?.body).toBe('{"defaultCountry":"AUT"}');
    expect(asked.at(-1)?.query).toMatchObject({ differing: 'true' });
  });

  it('estate summary prints what an import did not use', async () => {
    const { url, asked } = await serve(() => ({ body: { id: idOf(1), unlisted: [] } }));
    const { code, out } = await estate(['summary', idOf(1)], signedIn(url));
    expect([code, JSON.parse(out)]).toEqual([0, { id: idOf(1), unlisted: [] }]);
    expect(asked[0]).toMatchObject({ method: 'GET', path: `/imports/${idOf(1)}/summary` });
  });
});

describe('estate publish', () => {
  it('estate publish waits until the listing is published', async () => {
    const { url } = await serve(({ method }) =>
      method === 'POST'
        ? { status: 201, body: { id: idOf(1), published: false, state: 'pending' } }
        : { body: { id: idOf(1), published: true, state: 'published' } },
    );
    const { code, out } = await estate(['publish', idOf(2), idOf(3)], signedIn(url));
    expect([code, JSON.parse(out)]).toEqual([0, { id: idOf(1), published: true, state: 'published' }]);
  });

  const TIMES = { publishFrom: '2027-03-01T08:00:00+01:00', publishUntil: '2027-04-01T08:00:00Z' };
  const times = ['--from', TIMES.publishFrom, '--until', TIMES.publishUntil];

  it('estate publish plans a new listing, and does not wait until then', async () => {
    const planned = { id: idOf(1), published: false, state: 'pending', scheduledFor: TIMES.publishFrom };
    const { url, asked } = await serve(() => ({ status: 201, body: planned }));
    const { code, out } = await estate(['publish', idOf(2), idOf(3), ...times], signedIn(url));
    expect([code, JSON.parse(out)]).toEqual([0, planned]);
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
      { propertyId: idOf(2), targetId: idOf(3), ...TIMES },
    ]);
  });

  it('estate publish plans a listing that is there, and keeps its other settings', async () => {
    const before = { id: idOf(1), published: false, state: 'pending', publishUntil: '2028-01-01T00:00:00Z' };
    const answers = {
      POST: { status: 400, body: { error: 'Bad Request', message: 'There is one.', code: 'listing-exists' } },
      GET: { body: { hasMore: false, data: [{ ...before, preventPublication: true }] } },
      PUT: { body: { ...before, scheduledFor: TIMES.publishFrom } },
    };
    const { url, asked } = await serve(({ method }) => answers[method as keyof typeof answers]);
    const { code } = await estate(['publish', idOf(2), idOf(3), ...times.slice(0, 2)], signedIn(url));
    expect(code).toBe(0);
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({
      ...{ preventPublication: true, publishUntil: before.publishUntil },
      publishFrom: TIMES.publishFrom,
    });
  });

  it('estate publish refuses a time without a zone', async () => {
    const { code, err } = await estate(['publish', idOf(2), idOf(3), '--from', '2027-03-01T08:00:00'], {});
    expect([code, err]).toEqual([2, expect.stringContaining('a time with its zone')]);
  });

  it('estate publish takes the listing that is there, and fails with the reason of the platform', async () => {
    const lastError = { failureCode: 'credentials_rejected', failureMessage: 'The login is wrong.' };
    const exists = { error: 'Bad Request', message: 'There is one.', code: 'listing-exists' };
    const { url } = await serve(({ method }) =>
      method === 'POST'
        ? { status: 400, body: exists }
        : { body: { hasMore: false, data: [{ id: idOf(1), published: false, state: 'failed', lastError }] } },
    );
    const { code, err } = await estate(['publish', idOf(2), idOf(3)], signedIn(url));
    expect([code, err]).toEqual([1, `${idOf(1)} failed: credentials_rejected: The login is wrong.\n`]);
  });
});

const eventOf = (number: number, eventName = 'request.created') => ({
  eventId: idOf(number),
  eventName,
  eventPayload: { text: 'Grüße 🏠' },
  eventTime: new Date().toISOString(),
});

/** Lists the first event at once and the others when a call waits for them. */
const eventService = (later: object[]) =>
  serve(({ query }) => {
    const isWaiting = query['wait'] !== undefined;
    if (!isWaiting) return { body: { hasMore: false, data: [eventOf(1)] } };
    const data = later.splice(0);
    return data.length > 0 ? { body: { hasMore: false, data } } : undefined;
  });

describe('estate listen', () => {
  it('estate listen forwards every event as the service would deliver it, until it is ended', async () => {
    const events = [eventOf(2), eventOf(3, 'publication.failed'), eventOf(4)];
    const { url } = await eventService([...events]);
    const receiver = await serve(() => ({ status: 204 }));
    await estate(['login', '--url', url], { environment: { ESTATE_API_KEY: KEY } }).catch(() => undefined);
    const args = [
      'listen',
      '--forward-to',
      `${receiver.url.replace('http://', '')}/hooks`,
      '--events',
      'request.created',
    ];
    const { code, out, err } = await estate(args, {
      onLine: (line, end) => {
        if (line.includes(idOf(4))) end();
      },
    });
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(' ').slice(1).join(' ')),
    ).toEqual([`request.created ${idOf(2)} → 204`, `request.created ${idOf(4)} → 204`]);
    const key = /whsec_\S+/.exec(err)?.[0] ?? '';
    const [first, second] = receiver.asked;
    const header = first?.headers['service-signature']?.toString();
    expect(await readWebhook(first?.body ?? '', header, key)).toEqual(events[0]);
    expect(first).toMatchObject({ method: 'POST', path: '/hooks', body: JSON.stringify(events[0]) });
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'estate-webhooks/1',
      'webhook-id': idOf(2),
      'webhook-timestamp': /t=(\d+)/.exec(header ?? '')?.[1],
      'webhook-attempt': '1',
      'webhook-sequence': '1',
    });
    expect(second?.headers).toMatchObject({ 'webhook-id': idOf(4), 'webhook-sequence': '2' });
  });

  it('estate listen keeps its signing key, and goes on when nothing listens at the port', async () => {
    const { url } = await eventService([eventOf(2)]);
    await estate(['login', '--url', url], { environment: { ESTATE_API_KEY: KEY } });
    const nobody = await serve(() => undefined);
    const port = new URL(nobody.url).port;
    await nobody.close();
    const keys: string[] = [];
    for (const round of [1, 2]) {
      const service = await eventService([eventOf(round + 1)]);
      const { out, err } = await estate(['listen', '--forward-to', port], {
        environment: { ESTATE_URL: service.url },
        onLine: (_line, end) => {
          end();
        },
      });
      expect(out).toMatch(/→ no response: ECONNREFUSED\n$/);
      keys.push(/whsec_\S+/.exec(err)?.[0] ?? '');
    }
    expect(keys[0]).toMatch(/^whsec_[\w-]{43}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('estate events', () => {
  it('estate events prints events as they happen, as JSON if that is asked for', async () => {
    const { url } = await eventService([eventOf(2)]);
    const { out } = await estate(['events', '--json'], {
      ...signedIn(url),
      onLine: (_line, end) => {
        end();
      },
    });
    expect(JSON.parse(out)).toMatchObject({ eventId: idOf(2), eventPayload: { text: 'Grüße 🏠' } });
  });
});

describe('the exit code of a command that a signal ends', () => {
  /** Accepts what is sent, and ends the run while it waits for the outcome. */
  const endedWhileWaiting = async (body: object) => {
    const ending = new AbortController();
    const { url } = await serve(({ method }) => {
      if (method === 'GET') ending.abort();
      return { body };
    });
    return { ...signedIn(url), ending };
  };
  const UNDONE = { code: 130, out: '', err: 'The command was ended before it was done.\n' };

  it('a command that is ended before it is done exits with 130 and says so', async () => {
    const file = join(home(), 'package.zip');
    writeFileSync(file, 'a package');
    const reading = await endedWhileWaiting({ id: idOf(1), state: 'reading' });
    expect(await estate(['import', file], reading)).toEqual(UNDONE);
    const pending = await endedWhileWaiting({ id: idOf(1), published: false, state: 'pending' });
    expect(await estate(['publish', idOf(2), idOf(3)], pending)).toEqual(UNDONE);
    const more = await endedWhileWaiting({ hasMore: true, data: [{ id: idOf(1) }] });
    for (const args of [['logs'], ['events', 'list'], ['list', 'listings']])
      expect(await estate([...args, '--limit', '200'], more)).toMatchObject({ code: 130 });
  });

  it('a command that runs until it is ended exits with 0', async () => {
    const waiting = await endedWhileWaiting({ hasMore: false, data: [] });
    const following = [['logs', '--follow'], ['events'], ['events', '--follow']];
    for (const args of [...following, ['listen', '--forward-to', '3000'], ['mcp']])
      expect(await estate(args, waiting), args.join(' ')).toMatchObject({ code: 0, out: '' });
  });

  it('a command that runs until it is ended fails when the service rejects its calls', async () => {
    const refusal = { error: 'Unauthorized', message: 'The API key is unknown.', code: 'api-key-invalid' };
    const { url } = await serve(() => ({ status: 401, body: refusal }));
    for (const args of [['logs', '--follow'], ['events'], ['listen', '--forward-to', '3000']])
      expect(await estate(args, signedIn(url)), args.join(' ')).toMatchObject({ code: 1 });
  });
});
