import { ReportReceived } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { toSummary } from '../domain/account-part.ts';
import type { Addressee, MailRecord } from '../domain/mail.ts';
import type { MailResult } from '../domain/mail.ts';
import type { Reading } from '../domain/reading.ts';
import { failure, onlyFailure } from '../domain/failure.ts';
import type { ClaimedMail } from '../stores/mail-queue.ts';
import type { Inquired } from './inquiry-notes.ts';
import { processMail } from './process-mail.ts';

const RECEIVED = new Date('2026-11-20T10:00:00.000Z');
const PROPERTY = newId();
const TARGET = { targetId: newId(), accountId: newId(), address: 'reports@example.org' };
const OBJECT = { numbers: ['P-77'], state: 'rejected' as const, messages: [] };
const INQUIRY = {
  origin: 'hash:0',
  message: { own: 'Hallo' },
  prospect: { lastName: 'Kurz' },
  property: { publicUrl: 'https://portal.example/expose/9' },
  externalIds: ['P-77'],
};
/** What is noted of it; nobody who asks is named. */
const SEEN = {
  ...{ accountId: TARGET.accountId, targetId: TARGET.targetId, propertyId: PROPERTY },
  at: RECEIVED,
  publicUrl: 'https://portal.example/expose/9',
};
const READING: Reading = {
  ...{ sender: 'import@portal.example', subject: 'Import', body: 'Objekt P-77 abgelehnt', addressed: [] },
  ...{ inquiries: [], texts: [], attachments: [], attachmentCount: 0 },
  failure: onlyFailure(failure('no_xml_attachment', 'The email has no XML document.')),
};

const ASKED = { inquiries: [INQUIRY], failure: undefined as never };

function world(addressee: Addressee) {
  let results: MailResult[] = [];
  const told: string[][] = [];
  const noted: Inquired[] = [];
  /** The origins of the requests that exist. */
  const made = new Set<string>();
  const state = { canNote: true };
  const id = newId();
  const deps = {
    clock: () => new Date(RECEIVED.getTime() + 5000),
    newId,
    mailUrl: () => undefined,
    recipients: {
      addressees: async () => ({ addressees: [addressee], leftOut: 0 }),
      property: async () => ({ propertyId: PROPERTY }),
    },
    requests: {
      add: async ({ origin }: { origin: string }, ...messages: { subject: string }[]) => {
        told.push(messages.map(({ subject }) => subject));
        return made.size < made.add(origin).size;
      },
    },
    texts: { put: async () => '' },
    inquiries: {
      note: async (inquired: Inquired) => {
        if (!state.canNote) throw new Error('the process ended');
        noted.push(inquired);
      },
    },
  };
  const read = async (reading: Partial<Reading>) => {
    const record = {
      id,
      recipients: [],
      results,
      truncated: false,
      receivedAt: RECEIVED,
    } as unknown as MailRecord;
    const reader = { read: async () => ({ ...READING, ...reading }) };
    const claimed = { record, crashes: 0 } as unknown as ClaimedMail;
    const processed = await processMail({ ...deps, reader }, claimed, Buffer.from(''));
    results = processed.result.results;
    const shown = toSummary({ ...record, ...processed.result, expiresAt: RECEIVED }, TARGET.accountId);
    return { ...processed, shown, subjects: processed.messages.map(({ subject }) => subject) };
  };
  return { read, told, noted, state };
}
const FACT = ReportReceived.subject;
const FAILED = 'event.request.parsing_failed';
const report = { objects: [OBJECT], objectCount: 1 };

describe('an email to the report address of a target', () => {
  const { read } = world({ ...TARGET, isForReports: true });

  it('an email to the report address of a target that says what is certain is published as a report, and no request has failed', async () => {
    const { messages, result, shown, subjects } = await read({
      report,
      isRecognizedReport: true,
      writtenAt: '2026-11-20T09:59:00.000Z',
    });
    expect(subjects).toEqual([FACT]);
    expect(messages[0]?.data).toMatchObject({
      targetId: TARGET.targetId,
      verified: true,
      recognized: true,
      at: '2026-11-20T09:59:00.000Z',
      receivedAt: RECEIVED.toISOString(),
      objects: [OBJECT],
    });
    expect(result).not.toHaveProperty('failure');
    expect(shown).toMatchObject({ state: 'parsed', requestCount: 0, reportIds: [expect.any(String)] });
  });

  it('an email to the report address of a target that is read again is the same report', async () => {
    const [first, again] = [await read({ report }), await read({ report })];
    const idOf = ({ messages }: typeof first) => (messages[0]!.data as { reportId: string }).reportId;
    expect(idOf(again)).toBe(idOf(first));
  });

  it('an email to the report address of a target that says nothing certain is kept with its text, as a report that is unclear', async () => {
    const { messages, result, shown, subjects } = await world({ ...TARGET, isForReports: true }).read({});
    expect(subjects).toEqual([FACT]);
    expect(messages[0]?.data).toMatchObject({ objects: [], objectCount: 0, recognized: false });
    expect(result.content?.text).toBe(READING.body);
    expect(shown).toMatchObject({ state: 'failed', failureCode: 'unsupported_format' });
  });

  it('an email to the report address of a target that asks for a property is a request', async () => {
    const { read: readOne, told, noted } = world({ ...TARGET, isForReports: true });
    const { failure: _, ...asked } = READING;
    const { subjects, requests } = await readOne({
      ...asked,
      inquiries: [INQUIRY],
      failure: undefined as never,
    });
    expect([requests, subjects]).toEqual([1, []]);
    expect(told).toEqual([['event.request.created']]);
    expect(noted).toEqual([SEEN]);
  });

  it('an email to the report address of a target with a forged sender, or with a time in the future, is believed so far only', async () => {
    const { messages } = await read({ report, isForged: true, writtenAt: '2030-01-01T00:00:00.000Z' });
    expect(messages[0]?.data).toMatchObject({ verified: false, at: RECEIVED.toISOString() });
  });
});

describe('an email to both addresses of a target', () => {
  const BOTH = { ...TARGET, isForReports: true, isForRequests: true };

  it('an email to both addresses of a target in which nothing is certain is published as a request that failed, too', async () => {
    const { subjects } = await world(BOTH).read({});
    expect(subjects.toSorted()).toEqual([FAILED, FACT].toSorted());
  });

  it('an email to both addresses of a target that says what is certain is a report only', async () => {
    expect((await world(BOTH).read({ report })).subjects).toEqual([FACT]);
  });
});

describe('an email whose document cannot be read', () => {
  it('an email whose document cannot be read keeps that reason at the report address', async () => {
    const broken = onlyFailure(failure('xml_malformed', 'The document ends in the middle.'));
    const { shown } = await world({ ...TARGET, isForReports: true }).read({ failure: broken });
    expect(shown).toMatchObject({ state: 'failed', failureCode: 'xml_malformed' });
  });
});

describe('an email with a forged sender', () => {
  it('an email with a forged sender is a request, and says nothing of the listing', async () => {
    const { read, told, noted } = world(TARGET);
    await read({ ...ASKED, isForged: true });
    expect([told, noted]).toEqual([[['event.request.created']], []]);
  });
});

describe('an inquiry that a platform sends', () => {
  it('an inquiry that a platform sends is noted once its request is stored, also if the process ended in between, and not when the email is read again', async () => {
    const { read, told, noted, state } = world(TARGET);
    state.canNote = false;
    await expect(read(ASKED)).rejects.toThrow('the process ended');
    expect(told).toHaveLength(1);
    state.canNote = true;
    await read(ASKED);
    await read(ASKED);
    expect(noted).toEqual([SEEN]);
  });

  it('an inquiry that a platform sends and a later version can read is noted with the time at which it was received', async () => {
    const { read, noted } = world(TARGET);
    await read({});
    await read(ASKED);
    expect(noted).toEqual([SEEN]);
  });
});

describe('an email to the request address of a target', () => {
  it('an email to the request address of a target that is a report in words is a request that failed', async () => {
    expect((await world(TARGET).read({ report })).subjects).toEqual([FAILED]);
  });

  it('an email to the request address of a target with a report as a document is published beside the failure, as not verified', async () => {
    const { messages, subjects } = await world(TARGET).read({ report: { ...report, isDocument: true } });
    expect(subjects.toSorted()).toEqual([FAILED, FACT].toSorted());
    expect(messages.find(({ subject }) => subject === FACT)?.data).toMatchObject({ verified: false });
  });
});
