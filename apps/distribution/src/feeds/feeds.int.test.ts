import { createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  createListing, createTarget, deleteListing, deleteTarget, getListing, getTarget, listFeedFetches, pauseTarget, rotateFeedToken,
} from '@estate/contracts'; // oxfmt-ignore
import type { Target } from '@estate/contracts';
import { hashToken } from '@estate/vault';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { AttachmentLost } from '../attachments/attachment-bytes.ts';
import { CONTACT } from '../platforms/openimmo-ftp/test-support/fixtures.ts';
import { schema } from '../platforms/openimmo-ftp/test-support/schema.ts';
import { FeedFiles } from './feed-files.ts';
import { FetchLimit } from './fetch-limit.ts';
import { noteFetch } from './wire-feeds.ts';
import { serveFeeds } from './serve-feeds.ts';
import { tellFetched } from './tell-fetched.ts';

const PHOTO = 'a'.repeat(64);

let stage: Stage;
let server: Server;
let directory: string;
let target: Target;
let limit: FetchLimit;
let serving: Promise<void>[];
eachOnStage((opened) => {
  stage = opened;
});

beforeEach(async () => {
  serving = [];
  directory = await mkdtemp(join(tmpdir(), 'feeds-'));
  await writeFile(join(directory, PHOTO), 'a photo');
  const { feeds, vault } = stage.deps;
  const software = { name: 'estate', version: '1.0' };
  const files = new FeedFiles({ directory, maxBytes: 1e8, feeds, software });
  await files.prepare();
  limit = new FetchLimit(1000, () => stage.time.now);
  const handler = serveFeeds({
    ...{ feeds, files, vault },
    limit: { spend: (id) => limit.spend(id) },
    attachment: async (sha256) => {
      const bytes = await readFile(join(directory, sha256)).catch(() => undefined);
      if (bytes) return { size: bytes.length, source: { stream: Readable.from([bytes]) } };
      throw new AttachmentLost('The catalog has no attachment.');
    },
    onFetched: async (fetched) => void (await noteFetch(fetched, stage.deps)),
  });
  server = createServer((request, response) => serving.push(handler(request, response)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  target = await stage.ask(createTarget, { type: 'feed', name: 'Website' });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  // What was sent is noted after its end.
  await Promise.allSettled(serving);
  await rm(directory, { recursive: true, force: true });
});

const origin = () => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
/** As the gateway asks for it. */
const internal = (url: string) => {
  const [, token = '', document = ''] = new URL(url).pathname.split('/').slice(1);
  return `${origin()}/feeds/${hashToken(token)}/${document}`;
};
const fetchXml = (headers: Record<string, string> = {}, { feed } = target) =>
  fetch(internal(feed?.openimmoXmlUrl ?? ''), { headers });

/** Without the header Cache-Control that `fetch` adds to If-None-Match. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [response] = (await once(get(internal(url), { headers }), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode;
}

async function list(): Promise<string> {
  const propertyId = stage.addProperty();
  stage.catalog.change(propertyId, { contact: CONTACT });
  const { id } = await stage.ask(createListing, { propertyId, targetId: target.id });
  await stage.work();
  return id;
}
const told = async () => {
  await Promise.all(serving);
  while (await tellFetched(stage.deps));
};
const stateOf = async (id: string) => {
  const { state, published, lastPublishedAt } = await stage.ask(getListing, { id });
  return { state, published, at: lastPublishedAt };
};

describe('a feed', () => {
  it('a feed without listings is a full transfer of nothing, which is valid', async () => {
    const text = await (await fetchXml()).text();
    expect(text).toContain('umfang="VOLL"');
    expect(text).not.toContain('<immobilie>');
    expect(await schema.check(Buffer.from(text))).toEqual({ valid: true, errors: [] });
  });

  it('a feed contains what is listed, in one valid document, and no longer what was taken down', async () => {
    const [first, second] = [await list(), await list()];
    const document = await (await fetchXml()).text();
    expect(document.match(/<immobilie>/g)).toHaveLength(2);
    expect(await schema.check(Buffer.from(document))).toEqual({ valid: true, errors: [] });
    await stage.ask(deleteListing, { id: first });
    await stage.work();
    expect((await (await fetchXml()).text()).match(/<immobilie>/g)).toHaveLength(1);
    await stage.ask(deleteListing, { id: second });
    await stage.work();
    expect(await (await fetchXml()).text()).not.toContain('<immobilie>');
  });

  it('a listing is pending until a fetch contained it, and then published with one event', async () => {
    const id = await list();
    expect(await stateOf(id)).toEqual({ state: 'pending', published: false });
    await told();
    stage.pass(60_000);
    await (await fetchXml()).text();
    await told();
    expect(await stateOf(id)).toEqual({
      state: 'published',
      published: true,
      at: stage.time.now.toISOString(),
    });
    stage.pass(60_000);
    await (await fetchXml()).text();
    await told();
    expect(await stage.publicationEvents()).toEqual([`succeeded set ${id}`]);
    const [event] = stage.bus.published.filter(({ subject }) => subject === 'event.publication.succeeded');
    expect(event?.data).toMatchObject({ listingId: id, propertyType: 'apartmentBuy' });
  });

  it('a part of a document and a head publish nothing', async () => {
    const empty = await fetchXml();
    await empty.text();
    const id = await list();
    await fetch(internal(target.feed?.openimmoXmlUrl ?? ''), { method: 'HEAD' });
    expect((await fetchXml({ range: 'bytes=0-9' })).status).toBe(206);
    await told();
    expect(await stateOf(id)).toMatchObject({ state: 'pending' });
  });

  it('a document that a reader has is sent once more while its fetch is not noted, and then not again', async () => {
    const id = await list();
    const { headers } = await fetch(internal(target.feed?.openimmoXmlUrl ?? ''), { method: 'HEAD' });
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await statusOf(target.feed?.openimmoXmlUrl ?? '', known);
    await told();
    expect([again, (await stateOf(id)).state]).toEqual([200, 'published']);
    expect((await fetchXml(known)).status).toBe(304);
  });

  it('the ETag of a feed changes with its content only, and is known without making the document', async () => {
    await list();
    const first = await fetchXml();
    await first.text();
    await told();
    const etag = first.headers.get('etag') ?? '';
    expect((await fetchXml({ 'if-none-match': etag })).status).toBe(304);
    await list();
    const changed = await fetchXml({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('a feed is compressed for a reader that takes it, with an ETag of its own', async () => {
    await list();
    const plain = await fetchXml({ 'accept-encoding': 'identity' });
    const zipped = await fetchXml({ 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    expect(await zipped.text()).toBe(await plain.text());
  });

  it('a range of a ZIP goes on with the same bytes', async () => {
    await list();
    const url = internal(target.feed?.openimmoZipUrl ?? '');
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const rest = await fetch(url, { headers: { range: 'bytes=100-' } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(100));
    expect((await fetch(url, { headers: { range: `bytes=${String(whole.length)}-` } })).status).toBe(416);
  });

  it('the JSON of a feed contains the same listings', async () => {
    const ids = [await list(), await list()];
    const answer = await fetch(internal(target.feed?.propertiesJsonUrl ?? ''));
    expect(answer.headers.get('content-type')).toContain('application/ld+json');
    const found = (await answer.json()) as { itemListElement: { '@type': string }[]; numberOfItems: number };
    expect(found.numberOfItems).toBe(ids.length);
    expect(found.itemListElement.map((one) => one['@type'])).toEqual([
      'RealEstateListing',
      'RealEstateListing',
    ]);
  });
});

describe('the fetches of a feed', () => {
  it('a fetch is listed with its reader and its content, newest first, and for its account only', async () => {
    await list();
    await (await fetchXml({ 'user-agent': 'a website', 'x-forwarded-for': '203.0.113.9' })).text();
    await Promise.all(serving);
    stage.pass(1000);
    await (await fetch(internal(target.feed?.propertiesJsonUrl ?? ''))).text();
    await Promise.all(serving);
    const { data } = await stage.ask(listFeedFetches, { id: target.id, order: 'desc' });
    expect(data).toMatchObject([
      { document: 'properties.json', count: 1 },
      { document: 'openimmo.xml', count: 1, userAgent: 'a website', address: '203.0.113.9' },
    ]);
    const stranger = { accountId: stage.deps.newId(), requestId: 'r-test' };
    await expect(
      stage.bus.others.ask(listFeedFetches, { id: target.id }, stranger, {}),
    ).rejects.toMatchObject({
      code: 'target-not-found',
    });
  });
});

describe('the token of a feed', () => {
  it('a rotated token ends the former addresses, and the photos keep theirs', async () => {
    await list();
    const before = await (await fetchXml()).text();
    const rotated = await stage.ask(rotateFeedToken, { id: target.id });
    expect((await fetchXml()).status).toBe(404);
    expect(await (await fetchXml({}, rotated)).text()).toBe(before);
  });

  it('the token of a feed is shown to its account, and stored sealed only', async () => {
    const [, token = ''] = new URL(target.feed?.openimmoXmlUrl ?? '').pathname.split('/').slice(1);
    expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
    const stored = await stage.deps.targets.peek(target.id);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await stage.ask(getTarget, { id: target.id })).toEqual(target);
  });

  it('an unknown token, an unknown document and a deleted target are answered alike', async () => {
    const known = internal(target.feed?.openimmoXmlUrl ?? '');
    const unknown = [
      `${origin()}/feeds/${hashToken('x')}/openimmo.xml`,
      known.replace('openimmo.xml', 'other.xml'),
    ];
    await stage.ask(deleteTarget, { id: target.id });
    const answers = await Promise.all(
      [known, ...unknown].map(async (url) => {
        const answer = await fetch(url);
        return [answer.status, await answer.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([404, '{"error":"not found"}']);
  });

  it('a target that has no feed has no token to rotate', async () => {
    const id = await stage.addTarget();
    await expect(stage.ask(rotateFeedToken, { id })).rejects.toMatchObject({ code: 'target-without-feed' });
  });

  it('a feed that is fetched too often is refused until the minute is over', async () => {
    limit = new FetchLimit(2, () => stage.time.now);
    expect([(await fetchXml()).status, (await fetchXml()).status]).toEqual([200, 200]);
    const refused = await fetchXml();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    stage.pass(60_000);
    expect((await fetchXml()).status).toBe(200);
  });

  it('the feed of a paused target stays as it is', async () => {
    await list();
    const before = await (await fetchXml()).text();
    await stage.ask(pauseTarget, { id: target.id });
    await list();
    expect(await (await fetchXml()).text()).toBe(before);
  });
});

describe('photos of a feed', () => {
  const photoUrls = (xml: string) => [...xml.matchAll(/<pfad>([^<]+)<\/pfad>/g)].map(([, url = '']) => url);

  it('a photo is served by its signed address only, which stays while the photo does', async () => {
    const propertyId = stage.addProperty();
    const photo = {
      position: 0,
      sha256: PHOTO,
      size: 7,
      mediaType: 'image/jpeg' as const,
      isBlueprint: false,
    };
    stage.catalog.change(propertyId, { attachments: [photo], contact: CONTACT });
    await stage.ask(createListing, { propertyId, targetId: target.id });
    await stage.work();
    const [url = ''] = photoUrls(await (await fetchXml()).text());
    const address = url.replace(stage.deps.publicUrl, origin());
    const served = await fetch(address);
    expect([served.status, served.headers.get('content-type'), await served.text()]).toEqual([
      200,
      'image/jpeg',
      'a photo',
    ]);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(address.replace(PHOTO, 'b'.repeat(64)))).status).toBe(404);
    const known = { 'if-none-match': served.headers.get('etag') ?? '' };
    const [again] = (await once(get(address, { headers: known }), 'response')) as [IncomingMessage];
    expect(again.resume().statusCode).toBe(304);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['7', '']);
    await rm(join(directory, PHOTO));
    expect((await fetch(address)).status).toBe(410);
    await stage.ask(rotateFeedToken, { id: target.id });
    target = await stage.ask(getTarget, { id: target.id });
    expect(photoUrls(await (await fetchXml()).text())).toEqual([url]);
  });
});
