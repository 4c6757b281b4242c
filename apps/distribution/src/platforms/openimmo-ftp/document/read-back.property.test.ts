import { PROPERTY_TYPE_NAMES, publishedIdOf } from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentProperty } from '../../../domain/listing.ts';
import { planAttachments } from '../attachment-plan.ts';
import { composeDelete, composeSet } from '../pack.ts';
import {
  account,
  AttachmentFiles,
  deletePublication,
  LISTING_ID,
  profile,
  setPublication,
  tools,
} from '../test-support/fixtures.ts';
import { anySnapshot, snapshotOf } from '../test-support/property-arbitrary.ts';
import { ReadDocument } from '../test-support/read-document.ts';
import { administrationOf, readAdministration, readContact } from '../test-support/read-envelope.ts';
import { readFields } from '../test-support/read-fields.ts';
import { said, sayable, sayableText } from '../test-support/sayable-fields.ts';
import { schema } from '../test-support/schema.ts';

const anySender = fc
  .record({
    charset: fc.constantFrom('UTF-8' as const, 'ISO-8859-1' as const),
    formatNames: fc.constantFrom('media-type' as const, 'extension' as const),
    links: fc.boolean(),
    via: fc.constantFrom('email_feedback' as const, 'replace-contact' as const),
    collects: fc.boolean(),
  })
  .map(({ charset, collects, formatNames, links, via }) => ({
    account: { ...account(), autoCollectRequests: collects },
    profile: profile({ charset, formatNames, links, requests: { collect: true, via } }),
    tools: tools(new AttachmentFiles()),
  }));

const anyExternalId = fc.stringMatching(/^[a-zA-Z0-9/_#+:@\s-]{1,50}$/);
const cases = (anyProperty: fc.Arbitrary<PropertySnapshot>) =>
  fc
    .record({ sender: anySender, snapshot: anyProperty, externalId: anyExternalId, firstTime: fc.boolean() })
    .map(({ externalId, snapshot, ...others }) => ({ ...others, snapshot: { ...snapshot, externalId } }));
const anyCase = cases(anySnapshot);
const BATCH = 20;
type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

/** The bytes as they would lie in the package; a HEIC picture stops a publication before there is a document. */
function written({ sender, snapshot, firstTime }: Case): Buffer | undefined {
  const composed = composeSet(sender, setPublication({ snapshot, firstTime }));
  return composed.ok ? composed.content.document : undefined;
}

function expectReadBack(some: Case, bytes: Buffer): void {
  const { sender, snapshot, firstTime } = some;
  const document = new ReadDocument(bytes);
  expect(said(readFields(document))).toEqual(sayable(snapshot.type, snapshot.fields));
  expect(readContact(document)).toEqual(sayableContact(some));
  const number = publishedIdOf(snapshot.externalId);
  expect(readAdministration(document)).toEqual(administrationOf(number, firstTime ? undefined : 'CHANGE'));
  expect(document.attachments()).toEqual(sayableAttachments(sender.profile, snapshot));
  expect(document.flag('geo/virtuelletour')).toBe(
    (sender.profile.links && snapshot.links.length > 0) || undefined,
  );
  expect(document.unread()).toEqual([]);
}

function sayableContact({ sender, snapshot }: Case): Record<string, unknown> {
  const { email, firstName, lastName = '', mobilePhone, phone, title, website } = snapshot.contact ?? {};
  const collected = `${sender.account.emailId}@requests.example.org`;
  const { autoCollectRequests: collects } = sender.account;
  const isReplaced = collects && sender.profile.requests.via === 'replace-contact';
  return said({
    email: isReplaced ? collected : email,
    directEmail: isReplaced ? collected : email,
    feedback: collects ? collected : undefined,
    phone,
    mobilePhone,
    lastName: sayableText(lastName) ?? '-',
    firstName,
    title,
    website,
  });
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
};

function sayableAttachments(
  { formatNames, images, links }: Case['sender']['profile'],
  snapshot: Case['snapshot'],
) {
  const format = (type: string) => (formatNames === 'media-type' ? type : (EXTENSIONS[type] ?? 'HTML'));
  const titleOf = (title: string | undefined) => (title === undefined ? undefined : sayableText(title));
  const { packed } = planAttachments(snapshot.attachments, images, LISTING_ID);
  return [
    ...packed.map(({ group, mediaType, name, title }) => ({
      location: 'EXTERN', group, title: titleOf(title), format: format(mediaType), path: name,
    })),
    ...(links ? snapshot.links : []).map(({ title, url }) => ({
      location: 'REMOTE', group: url.includes('youtu') ? 'FILMLINK' : 'LINKS', title: titleOf(title),
      format: format('text/html'), path: url,
    })),
  ]; // oxfmt-ignore
}

describe.each(PROPERTY_TYPE_NAMES)('the document of any property of type %s', (type) => {
  it('follows the schema and reads back to the same values', async () => {
    const batch = fc.array(cases(snapshotOf(type)), { minLength: BATCH, maxLength: BATCH });
    await fc.assert(
      fc.asyncProperty(batch, async (some) => {
        const checks = some.map(async (one) => {
          const bytes = written(one);
          if (bytes === undefined) return;
          expect(await schema.check(bytes)).toEqual({ valid: true, errors: [] });
          expectReadBack(one, bytes);
        });
        await Promise.all(checks);
      }),
      { numRuns: 5 },
    );
  });

  it('that takes it off again follows the schema and names the same object', async () => {
    await fc.assert(
      fc.asyncProperty(cases(snapshotOf(type)), async ({ sender, snapshot }) => {
        const property = sentProperty(snapshot);
        const { content } = composeDelete(sender, deletePublication({ property }));
        expect(await schema.check(content.document)).toEqual({ valid: true, errors: [] });
        const document = new ReadDocument(content.document);
        expect(readFields(document)).toMatchObject({ type, kind: sayable(type, snapshot.fields)['kind'] });
        expect(readAdministration(document)).toEqual(
          administrationOf(publishedIdOf(snapshot.externalId), 'DELETE'),
        );
      }),
    );
  });
});

describe('a document', () => {
  it('a document is the same byte for byte when it is written again', () => {
    fc.assert(
      fc.property(anyCase, (some) => {
        expect(written(some)).toEqual(written(structuredCloneOf(some)));
      }),
      { numRuns: 300 },
    );
  });
});

const structuredCloneOf = (some: Case): Case => ({ ...some, snapshot: structuredClone(some.snapshot) });
