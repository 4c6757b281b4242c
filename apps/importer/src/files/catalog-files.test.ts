import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Unavailable } from '@estate/errors';
import { newId } from '@estate/persistence';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachmentBytes } from './attachment-files.ts';
import { CatalogFiles } from './catalog-files.ts';

const ACCOUNT = newId();
const OTHER = newId();
const NEVER = new AbortController().signal;

/** A request, as the names of its files; a large file has the name of its first bytes. */
interface Sent {
  account: string;
  names: string[];
}
type Answer = (sent: Sent, response: ServerResponse) => void;

let server: Server;
let sent: Sent[];
let answer: Answer;

const NAME_BYTES = 4;
const urlOf = (account: string, name: string) => `https://api.example.org/attachments/${account}-${name}`;

function understood({ account, names }: Sent, response: ServerResponse): void {
  const [name = ''] = names;
  if (name.startsWith('bad') && names.length === 1) {
    response.writeHead(422).end(JSON.stringify({ code: 'attachment_unreadable', error: `${name}.` }));
    return;
  }
  const about = { id: newId(), mediaType: 'image/png', size: NAME_BYTES };
  const one = (file: string) =>
    file.startsWith('bad')
      ? { code: 'attachment_unreadable', error: `${file}.` }
      : { url: urlOf(account, file) };
  const body = names.length === 1 ? { ...about, url: urlOf(account, name) } : { files: names.map(one) };
  response.writeHead(200).end(JSON.stringify(body));
}

const onlyAlone: Answer = (one, response) => {
  if (one.names.length === 1) understood(one, response);
  else response.writeHead(400).end('{"error":"The query is invalid."}');
};

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://catalog');
  const body = await buffer(request);
  const sizes = searchParams.get('sizes')?.split(',').map(Number) ?? [body.length];
  let from = 0;
  const names = sizes.map((size) => {
    const name = body.toString('latin1', from, from + NAME_BYTES);
    from += size;
    return name;
  });
  const account = pathname.split('/').at(-1) ?? '';
  sent.push({ account, names });
  answer({ account, names }, response);
}

beforeEach(async () => {
  sent = [];
  answer = understood;
  server = createServer((request, response) => void receive(request, response).catch(() => undefined));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const files = (timeoutMs?: number) => {
  const { port } = server.address() as AddressInfo;
  const bus = { ask: () => Promise.reject(new Error('A new file is not looked for.')) };
  return new CatalogFiles({
    bus: bus as never,
    catalogUrl: `http://127.0.0.1:${String(port)}`,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
};
const named = (name: string, size = NAME_BYTES) => {
  const bytes = Buffer.alloc(size);
  bytes.write(name, 'latin1');
  return { ...attachmentBytes(bytes), isNew: true };
};
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `f${String(n).padStart(3, '0')}`);
const caller = (accountId: string) => ({ accountId, requestId: 'req-0001' });
const storeAll = (to: CatalogFiles, names: readonly string[], signal = NEVER, accountId = ACCOUNT) =>
  Promise.all(names.map((name) => to.store(caller(accountId), named(name), signal)));

describe('files that are handed over at the same time', () => {
  it('files of one account are sent together, at most sixteen in a request, and each gets its own answer', async () => {
    const names = numbered(40);
    expect(await storeAll(files(), names)).toEqual(names.map((name) => ({ url: urlOf(ACCOUNT, name) })));
    expect(sent.length).toBeLessThanOrEqual(6);
    expect(Math.max(...sent.map((one) => one.names.length))).toBe(16);
    expect(sent.flatMap((one) => one.names).toSorted()).toEqual(names);
  });

  it('files of two accounts are never in one request', async () => {
    const to = files();
    const names = numbered(5);
    const [ours, others] = await Promise.all([storeAll(to, names), storeAll(to, names, NEVER, OTHER)]);
    expect([ours, others]).toEqual(
      [ACCOUNT, OTHER].map((account) => names.map((name) => ({ url: urlOf(account, name) }))),
    );
  });

  it('a file that the catalog refuses is refused alone', async () => {
    const [first, bad, last] = await storeAll(files(), ['f001', 'bad1', 'f002']);
    expect([first, last]).toEqual([{ url: urlOf(ACCOUNT, 'f001') }, { url: urlOf(ACCOUNT, 'f002') }]);
    expect(bad).toEqual({ refusal: { code: 'attachment_unreadable', message: 'bad1.' } });
  });

  it('a file of more than a megabyte is a request of its own', async () => {
    const to = files();
    const large = to.store(caller(ACCOUNT), named('huge', 1_000_001), NEVER);
    await Promise.all([large, storeAll(to, ['f001', 'f002'])]);
    expect(sent.map(({ names }) => names).toSorted()).toEqual([['f001', 'f002'], ['huge']]);
  });
});

describe('a catalog that does not take files together', () => {
  it('a former catalog gets each file alone', async () => {
    answer = onlyAlone;
    const names = ['f001', 'bad1', 'f002'];
    const outcomes = await storeAll(files(), names);
    expect(outcomes.map((each) => 'url' in each)).toEqual([true, false, true]);
    expect(sent.map((one) => one.names.length)).toEqual([3, 1, 1, 1]);
  });

  it('a file that takes the time of all is left behind by the others', async () => {
    answer = (one, response) => {
      if (!one.names.includes('slow')) understood(one, response);
    };
    const to = files(300);
    const names = ['f001', 'slow', 'f002'];
    const outcomes = await Promise.allSettled(
      names.map((name) => to.store(caller(ACCOUNT), named(name), NEVER)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('a file for which the catalog fails does not keep the others', async () => {
    answer = (one, response) => {
      if (one.names.includes('fail')) response.writeHead(500).end('{"error":"It failed."}');
      else understood(one, response);
    };
    const to = files();
    const names = ['f001', 'fail', 'f002'];
    const outcomes = await Promise.allSettled(
      names.map((name) => to.store(caller(ACCOUNT), named(name), NEVER)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(Unavailable) as unknown });
  });

  it('a catalog that is not available is asked once for all files', async () => {
    answer = (_, response) => void response.writeHead(503).end('{"error":"The store is full."}');
    const to = files();
    const outcomes = await Promise.allSettled(
      ['f001', 'f002'].map((name) => to.store(caller(ACCOUNT), named(name), NEVER)),
    );
    expect(outcomes).toEqual(
      Array(2).fill({ status: 'rejected', reason: expect.any(Unavailable) as unknown }),
    );
    expect(sent).toHaveLength(1);
  });

  it('a request ends when nobody needs its files any more', async () => {
    answer = () => undefined;
    const [one, other] = [new AbortController(), new AbortController()];
    const to = files();
    const waiting = Promise.allSettled(
      [one, other].map(({ signal }, n) => to.store(caller(ACCOUNT), named(`f00${n}`), signal)),
    );
    one.abort(new Error('The object failed.'));
    other.abort(new Error('The service stops.'));
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
