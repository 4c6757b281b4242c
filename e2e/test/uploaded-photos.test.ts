import { createHash } from 'node:crypto';
import { Client, isApiError } from '@estate/client';
import type { Listing } from '@estate/client';
import type { Property, Target } from '@estate/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

let world: World;
let account: CustomerAccount;
let client: Client;
let photo: Blob;

/** As a phone makes it: of several megabytes, and turned by its metadata. */
async function photoOfPhone(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 3000, height: 2000, channels: 3, background: 'white', noise } as const;
  const bytes = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

beforeAll(async () => {
  world = await sharedWorld();
  account = await world.account('Uploads');
  client = new Client({ baseUrl: world.stack.apiUrl, apiKey: account.key });
  photo = await photoOfPhone();
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const processed = (id: string, good: string, of = account) =>
  until({
    what: `the property to be ${good}`,
    look: () => of.api.get<Property>(`/properties/${id}`),
    good: ({ processingStatus }) => processingStatus === good,
  });

describe('an uploaded photo', () => {
  it('an uploaded photo of several megabytes is published on a portal by the property that names its address', async () => {
    expect(photo.size).toBeGreaterThan(3_000_000);
    const uploaded = await client.attachments.upload(photo, { fileName: 'living-room.jpg' });
    expect(uploaded).toMatchObject({ mediaType: 'image/jpeg', size: photo.size, width: 2000, height: 3000 });
    const whole = await client.attachments.get(uploaded.id);
    const hashOf = async (file: Blob) =>
      createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex');
    expect(await hashOf(whole.bytes)).toBe(await hashOf(photo));
    const again = await client.attachments.upload(photo);
    expect(again.id).toBe(uploaded.id);

    const attachments = [{ url: uploaded.url, title: 'Living room' }];
    const { id } = await account.api.post<Property>('/properties', propertyInput({ attachments }));
    expect((await processed(id, 'successful')).attachments).toEqual(attachments);
    const target = await account.api.post<Target>('/targets', targetInput(world.stack, 0));
    const listing = await account.api.post<Listing>('/listings', { propertyId: id, targetId: target.id });
    await until({
      what: 'the listing to be published',
      look: () => account.api.get<Listing>(`/listings/${listing.id}`),
      good: ({ published }) => published,
    });
    const { externalId } = await account.api.get<Property>(`/properties/${id}`);
    const object = (await sandboxOf(world.stack).objects()).find(({ number }) => number === externalId);
    expect(object?.media).toMatchObject([{ title: 'Living room', remote: false }]);
  });

  it('an uploaded photo of another account is refused in words, and the account that sent it has it in its export', async () => {
    const { url } = await client.attachments.upload(photo, { fileName: 'living-room.jpg' });
    const stranger = await world.account('Strangers');
    const { id } = await stranger.api.post<Property>(
      '/properties',
      propertyInput({ attachments: [{ url }] }),
    );
    await processed(id, 'failed', stranger);
    const events = await stranger.api.get<{ data: { eventPayload: object }[] }>(`/events?propertyId=${id}`);
    expect(events.data.map(({ eventPayload }) => eventPayload)).toContainEqual(
      expect.objectContaining({
        failureCode: 'attachment_not_found',
        failureMessage: expect.stringContaining('is not an uploaded attachment of this account') as unknown,
      }),
    );
    const lines: unknown[] = [];
    for await (const line of client.account.export()) lines.push(line);
    expect(lines).toContainEqual(
      expect.objectContaining({
        kind: 'uploadedAttachment',
        data: expect.objectContaining({ url, fileName: 'living-room.jpg' }) as unknown,
      }),
    );
  });

  it('a file that is no photo, a damaged one and one of another type are refused with the reason', async () => {
    const text = new Blob(['a text'], { type: 'image/jpeg' });
    const named = new Blob([photo], { type: 'image/png' });
    const damaged = new Blob([photo.slice(0, photo.size - 100_000)], { type: 'image/jpeg' });
    const refusals: unknown[] = [];
    for (const file of [text, named, damaged]) {
      const error = await client.attachments.upload(file).catch((reason: unknown) => reason);
      refusals.push(isApiError(error) && [error.status, error.code, error.message]);
    }
    expect(refusals).toEqual([
      [415, 'attachment-type-unsupported', expect.stringContaining('of an unknown type')],
      [415, 'attachment-type-mismatch', 'The file is declared as image/png but is image/jpeg.'],
      [400, 'attachment-unreadable', 'The file is damaged and cannot be read as image/jpeg.'],
    ]);
  });
});
