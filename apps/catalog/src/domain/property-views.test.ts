import { describe, expect, it } from 'vitest';
import { Property, PropertySnapshot, PropertySummary } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { ADDRESSES, aContact, aProperty } from '../../test/fakes.ts';
import { toContact } from './contact.ts';
import { renditionKey } from './rendition.ts';
import { toResource, toSnapshot, toSummary } from './property-views.ts';

const fetched = (url: string) => ({ url, sha256: 'a'.repeat(64), size: 3, mediaType: 'image/png' as const });

describe('the view of a property', () => {
  it('the view of a property for its customer fits the contract and has no empty fields', () => {
    const resource = toResource(aProperty(), ADDRESSES);
    expect(Property.parse(resource)).toEqual(resource);
    expect(resource).not.toHaveProperty('contactId');
  });

  it('the view of a property for its customer names the attachments without an image, in every state', () => {
    const [lost, plain] = ['https://example.org/lost', 'https://example.org/a'];
    const rendition = { sha256: 'b'.repeat(64), size: 2, mediaType: 'image/jpeg' as const };
    const processed = {
      stored: [fetched(plain)],
      renditions: [{ key: renditionKey('a'.repeat(64), {}), ...rendition }],
    };
    for (const processingStatus of ['pending', 'failed', 'successful'] as const) {
      const of = (...urls: string[]) =>
        toResource(
          aProperty({ processingStatus, attachments: urls.map((url) => ({ url })), ...processed }),
          ADDRESSES,
        );
      expect(of(lost, plain, lost).unprocessedAttachments).toEqual([0, 2]);
      expect(of(plain)).not.toHaveProperty('unprocessedAttachments');
    }
  });

  it('the view of a property for other services is its external id, title, city and type', () => {
    const summary = toSummary(aProperty({ externalId: 'A-1' }));
    expect(PropertySummary.strict().parse(summary)).toEqual({
      externalId: 'A-1',
      title: EXAMPLE_FIELDS.title,
      city: EXAMPLE_FIELDS.address.city,
      type: 'apartmentBuy',
    });
  });

  it('the view of a property for publishing carries what is published of the attachments, in their places', () => {
    const record = aProperty({
      attachments: [
        { url: 'https://example.org/missing' },
        { url: 'https://example.org/a', title: 'Front', watermarkCaption: '© Office', isBlueprint: true },
      ],
      stored: [fetched('https://example.org/a')],
      renditions: [
        {
          key: renditionKey('a'.repeat(64), { caption: '© Office' }),
          sha256: 'b'.repeat(64),
          size: 2,
          mediaType: 'image/jpeg',
        },
      ],
    });
    const snapshot = toSnapshot(record, toContact(aContact(), ADDRESSES));
    expect(PropertySnapshot.parse(snapshot)).toEqual(snapshot);
    expect(snapshot.attachments).toEqual([
      {
        position: 1,
        sha256: 'b'.repeat(64),
        size: 2,
        mediaType: 'image/jpeg',
        title: 'Front',
        isBlueprint: true,
        watermarkCaption: '© Office',
      },
    ]);
    expect(snapshot.contact).toMatchObject({ email: 'anna@example.org' });
  });
});
