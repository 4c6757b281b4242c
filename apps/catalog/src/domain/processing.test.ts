import type { Attachment } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { failureOfNetwork, failureOfStatus } from './attachment-failure.ts';
import { decideOutcome, fetchedIn } from './processing.ts';
import type { FetchResult } from './processing.ts';
import { keyOf } from './rendition.ts';

const url = (name: string) => `https://example.org/${name}`;
const good = (name: string): FetchResult => ({
  fetched: { url: url(name), sha256: 'a'.repeat(64), size: 3, mediaType: 'image/png' },
});
const decideOn = (attachments: Attachment[], results: Record<string, FetchResult>, attempt = 0) => {
  const fetches = new Map(Object.entries(results).map(([name, result]) => [url(name), result]));
  const keys = attachments.flatMap((each) => keyOf(each, fetchedIn(fetches)) ?? []);
  const rendition = (key: string) => ({
    key,
    sha256: 'b'.repeat(64),
    size: 2,
    mediaType: 'image/png' as const,
  });
  return decideOutcome({
    attachments,
    fetches,
    renditions: new Map(keys.map((key) => [key, { rendition: rendition(key) }])),
    attempt,
    retryDelaysMs: [2000, 10_000],
    shown: (given) => given,
  });
};
const decide = (results: Record<string, FetchResult>, attempt = 0, type?: 'image/jpeg') =>
  decideOn(
    Object.keys(results).map((name) => ({ url: url(name), ...(type && { type }) })),
    results,
    attempt,
  );

const gone = { failure: failureOfStatus(404, 'Not Found') };
const busy = { failure: failureOfStatus(503, 'Service Unavailable') };

describe('a run over the attachments of a property', () => {
  it('a run over the attachments of a property is successful when all are here', () => {
    expect(decide({ a: good('a') })).toMatchObject({ kind: 'successful', stored: [{ url: url('a') }] });
    expect(decide({})).toEqual({ kind: 'successful', stored: [], renditions: [] });
  });

  it('a run over the attachments of a property fails with the first failure in order and names its index, its URL and the others', () => {
    expect(
      decide({ a: good('a'), b: gone, c: { failure: failureOfStatus(403, 'Forbidden') } }),
    ).toMatchObject({
      kind: 'failed',
      stored: [{ url: url('a') }],
      failure: {
        failureCode: 'attachment_not_found',
        failureMessage: `attachments.1 (${url('b')}) returned 404 Not Found. These attachments failed, too: attachments.2.`,
      },
    });
  });

  it('a run over the attachments of a property is retried while every failure is transient and a retry is left', () => {
    expect(decide({ a: busy })).toMatchObject({ kind: 'repeat', delayMs: 2000 });
    expect(decide({ a: busy }, 1)).toMatchObject({ kind: 'repeat', delayMs: 10_000 });
    expect(decide({ a: busy }, 2)).toMatchObject({
      kind: 'failed',
      failure: { failureCode: 'attachment_unreachable' },
    });
    expect(decide({ a: busy, b: gone })).toMatchObject({ kind: 'failed' });
  });

  it('a run over the attachments of a property fails when the content is not what was declared', () => {
    expect(decide({ a: good('a') }, 0, 'image/jpeg')).toMatchObject({
      failure: {
        failureCode: 'attachment_type_mismatch',
        failureMessage: `attachments.0 (${url('a')}) is declared as image/jpeg but is image/png.`,
      },
    });
  });
});

describe('an optional attachment', () => {
  const optional = (name: string): Attachment => ({ url: url(name), isOptional: true });

  it('an optional attachment that fails is left out, and the reason is kept', () => {
    expect(decideOn([optional('a'), { url: url('b') }], { a: gone, b: good('b') })).toMatchObject({
      kind: 'successful',
      stored: [{ url: url('b') }],
      attachmentFailures: [
        {
          position: 0,
          failureCode: 'attachment_not_found',
          failureMessage: `attachments.0 (${url('a')}) returned 404 Not Found.`,
        },
      ],
    });
  });

  it('an optional attachment is tried again like any other before it is left out', () => {
    const results = { a: busy, b: gone };
    const attachments = [optional('a'), optional('b')];
    expect(decideOn(attachments, results)).toMatchObject({ kind: 'repeat', delayMs: 2000 });
    expect(decideOn(attachments, results, 2)).toMatchObject({
      kind: 'successful',
      attachmentFailures: [{ position: 0 }, { position: 1 }],
    });
  });

  it('an optional attachment does not hide one that stops the property', () => {
    const results = { a: gone, b: gone };
    expect(decideOn([optional('a'), { url: url('b') }], results)).toMatchObject({
      kind: 'failed',
      failure: { failureMessage: `attachments.1 (${url('b')}) returned 404 Not Found.` },
    });
    expect(decideOn([optional('a'), { url: url('b') }], { a: busy, b: gone })).toMatchObject({
      kind: 'failed',
    });
    expect(decideOn([optional('a'), { url: url('b') }], { a: gone, b: busy })).toMatchObject({
      kind: 'repeat',
      reason: { failureMessage: expect.stringContaining(url('b')) as string },
    });
  });
});

describe('a watermark of an attachment', () => {
  const marked = [{ url: url('a'), watermarkUrl: url('logo') }];
  const pdf: FetchResult = {
    fetched: { url: url('logo'), sha256: 'c'.repeat(64), size: 3, mediaType: 'application/pdf' },
  };

  it('a watermark of an attachment fails in its own name', () => {
    expect(decideOn(marked, { a: good('a'), logo: gone })).toMatchObject({
      kind: 'failed',
      failure: {
        failureCode: 'attachment_not_found',
        failureMessage: `attachments.0.watermarkUrl (${url('logo')}) returned 404 Not Found.`,
      },
    });
    expect(decideOn(marked, { a: gone, logo: gone })).toMatchObject({
      failure: {
        failureMessage: expect.stringContaining(
          'These attachments failed, too: attachments.0.watermarkUrl.',
        ) as string,
      },
    });
  });

  it('a watermark of an attachment must be an image that can be laid over another', () => {
    expect(decideOn(marked, { a: good('a'), logo: pdf })).toMatchObject({
      kind: 'failed',
      failure: {
        failureCode: 'attachment_type_unsupported',
        failureMessage: expect.stringContaining('attachments.0.watermarkUrl') as string,
      },
    });
  });

  it('a watermark of an attachment is kept beside what it is laid over', () => {
    expect(decideOn(marked, { a: good('a'), logo: good('logo') })).toMatchObject({
      kind: 'successful',
      stored: [{ url: url('a') }, { url: url('logo') }],
      renditions: [{}],
    });
  });
});

describe('a failed fetch', () => {
  it.each([
    [404, 'attachment_not_found', false],
    [410, 'attachment_not_found', false],
    [403, 'attachment_unreachable', false],
    [304, 'attachment_unreachable', false],
    [429, 'attachment_unreachable', true],
    [500, 'attachment_unreachable', true],
  ])('answered with %i is %s (may pass: %s)', (status, code, transient) => {
    expect(failureOfStatus(status)).toMatchObject({ code, transient });
  });

  it.each([
    ['address_forbidden', 'attachment_address_forbidden', false],
    ['too_large', 'attachment_too_large', false],
    ['tls_untrusted', 'attachment_unreachable', false],
    ['dns_failed', 'attachment_unreachable', true],
    ['timeout', 'attachment_unreachable', true],
    ['unknown', 'attachment_unreachable', true],
  ])('a failed fetch for the network reason %s is %s (may pass: %s)', (reason, code, transient) => {
    expect(failureOfNetwork({ code: reason, message: 'It failed.' })).toMatchObject({ code, transient });
  });
});
