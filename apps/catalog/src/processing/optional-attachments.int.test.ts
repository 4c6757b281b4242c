import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESSES } from '../../test/fakes.ts';
import { aPicture } from '../../test/picture.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { toResource, toSnapshot } from '../domain/property-views.ts';
import { listAttachmentFailures } from '../routes/attachments.ts';

let stage: ProcessingStage;
beforeAll(async () => {
  stage = await openProcessingStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.host.files.clear();
  stage.host.files.set('/good', { body: await aPicture('png') });
});

describe('a property with an optional attachment', () => {
  const listed = async ({ accountId, id }: PropertyRecord) =>
    listAttachmentFailures({ ...stage.stores, addresses: ADDRESSES }).handle(
      { propertyIds: [id, newId()] },
      { accountId, requestId: 'req-test-0001' },
    );

  it('a property with an optional attachment whose address is dead is published with its other attachments', async () => {
    const [good, dead] = [
      { url: stage.host.url('/good') },
      { url: stage.host.url('/dead'), isOptional: true },
    ];
    const property = await stage.processed([dead, good]);
    const failure = {
      failureCode: 'attachment_not_found',
      failureMessage: `attachments.0 (${dead.url}) returned 404 Not Found.`,
    };
    expect(toResource(property, ADDRESSES)).toMatchObject({
      processingStatus: 'successful',
      attachments: [dead, good],
      attachmentFailures: [{ position: 0, ...failure }],
    });
    expect(toSnapshot(property, undefined).attachments).toMatchObject([{ position: 1 }]);
    expect(await listed(property)).toEqual({
      data: [{ propertyId: property.id, url: dead.url, ...failure }],
    });
    stage.host.files.set('/dead', { body: await aPicture('png') });
    const again = await stage.updated(property);
    expect(again).not.toHaveProperty('attachmentFailures');
    expect(toSnapshot(again, undefined).attachments).toHaveLength(2);
    expect(await listed(again)).toEqual({ data: [] });
  });

  it('a property with an optional attachment of another type than declared is published without it', async () => {
    const wrong = { url: stage.host.url('/good'), type: 'application/pdf' as const, isOptional: true };
    const property = await stage.processed([wrong]);
    expect(property).toMatchObject({
      processingStatus: 'successful',
      attachmentFailures: [{ failureCode: 'attachment_type_mismatch' }],
    });
    expect(toSnapshot(property, undefined).attachments).toEqual([]);
  });
});
