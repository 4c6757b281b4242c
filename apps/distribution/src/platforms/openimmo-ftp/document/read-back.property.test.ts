import { publishedIdOf } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
import { anySnapshot } from '../test-support/property-arbitrary.ts';
import { ReadDocument } from '../test-support/read-document.ts';
import { readFields, said, sayable, sayableText } from '../test-support/read-fields.ts';
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
const anyNumbered = fc
  .record({ snapshot: anySnapshot, externalId: anyExternalId })
  .map(({ snapshot, externalId }) => ({ ...snapshot, externalId }));
const anyCase = fc.record({ sender: anySender, snapshot: anyNumbered, firstTime: fc.boolean() });
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
  expect(readFields(document)).toEqual(sayable(snapshot.fields));
  expect(readContact(document)).toEqual(sayableContact(some));
  expect(document.text('verwaltung_techn/objektnr_extern')).toBe(publishedIdOf(snapshot.externalId));
  expect(document.text('verwaltung_techn/aktion/@aktionart')).toBe(firstTime ? undefined : 'CHANGE');
  expect(document.attachments()).toEqual(sayableAttachments(sender.profile, snapshot));
}

const readContact = (document: ReadDocument) =>
  said({
    email: document.text('kontaktperson/email_zentrale'),
    feedback: document.text('kontaktperson/email_feedback'),
    phone: document.text('kontaktperson/tel_durchw'),
    mobilePhone: document.text('kontaktperson/tel_handy'),
    lastName: document.text('kontaktperson/name'),
    firstName: document.text('kontaktperson/vorname'),
    title: document.text('kontaktperson/titel'),
    website: document.text('kontaktperson/url'),
  });

function sayableContact({ sender, snapshot }: Case): Record<string, unknown> {
  const { email, firstName, lastName = '', mobilePhone, phone, title, website } = snapshot.contact ?? {};
  const collected = `${sender.account.emailId}@requests.example.org`;
  const { autoCollectRequests: collects } = sender.account;
  const isReplaced = collects && sender.profile.requests.via === 'replace-contact';
  return said({
    email: isReplaced ? collected : email,
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

describe('the document of any property', () => {
  it('follows the schema and reads back to the same values', async () => {
    const batch = fc.array(anyCase, { minLength: BATCH, maxLength: BATCH });
    await fc.assert(
      fc.asyncProperty(batch, async (cases) => {
        const checks = cases.map(async (some) => {
          const bytes = written(some);
          if (bytes === undefined) return;
          expect(await schema.check(bytes)).toEqual({ valid: true, errors: [] });
          expectReadBack(some, bytes);
        });
        await Promise.all(checks);
      }),
      { numRuns: 15 },
    );
  });

  it('is the same byte for byte when it is written again', () => {
    fc.assert(
      fc.property(anyCase, (some) => {
        expect(written(some)).toEqual(written(structuredCloneOf(some)));
      }),
    );
  });

  it('that takes it off again follows the schema and names the same object', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ sender, snapshot }) => {
        const { content } = composeDelete(sender, deletePublication({ property: snapshot }));
        expect(await schema.check(content.document)).toEqual({ valid: true, errors: [] });
        const document = new ReadDocument(content.document);
        expect(document.text('verwaltung_techn/aktion/@aktionart')).toBe('DELETE');
        expect(document.text('verwaltung_techn/objektnr_extern')).toBe(publishedIdOf(snapshot.externalId));
      }),
    );
  });
});

const structuredCloneOf = (some: Case): Case => ({ ...some, snapshot: structuredClone(some.snapshot) });
