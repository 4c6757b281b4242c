import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import type { MailRecord, MailResult, RequestRecord } from '../domain/mail.ts';
import { onlyFailure, failure } from '../domain/failure.ts';
import type { Reading } from '../domain/reading.ts';
import type { ClaimedMail } from '../stores/mail-queue.ts';
import { processMail } from './process-mail.ts';

const TARGET = { targetId: newId(), accountId: newId(), address: 'a@example.org' };
const FAILED = 'event.request.parsing_failed';
const inquiry = (n: number) => ({
  origin: `hash:${n}`,
  message: { shared: 0 },
  prospect: { lastName: `Person ${n}` },
  property: {},
  externalIds: [],
});
const BOTH: Reading = {
  sender: 'portal@portal.example',
  subject: 'Anfragen',
  body: 'Hallo',
  addressed: [],
  inquiries: [0, 1, 2].map(inquiry),
  texts: ['Hallo'],
  attachments: [{ name: 'inquiries.zip', mediaType: 'application/zip', sizeBytes: 1200 }],
  attachmentCount: 1,
  failure: onlyFailure(failure('xml_malformed', 'The XML document cannot be read.')),
};

/** Stores that keep what was written when a process ends; `addsLeft` is how many writes it still makes. */
function world(reading: Reading) {
  const requests = new Map<string, RequestRecord>();
  const texts: string[] = [];
  const state = { reading, results: [] as MailResult[], addsLeft: Infinity };
  const deps = {
    clock: () => new Date(),
    newId,
    mailUrl: (mailId: string): string | undefined => `https://api.example.org/dashboard/mails/${mailId}`,
    reader: { read: async () => state.reading },
    recipients: {
      addressees: async () => ({ addressees: [TARGET], leftOut: 0 }),
      property: async () => ({}),
    },
    requests: {
      add: async (record: RequestRecord) => {
        if (state.addsLeft === 0) throw new Error('the process ended');
        state.addsLeft -= 1;
        if (requests.has(record.origin)) return false;
        requests.set(record.origin, record);
        return true;
      },
    },
    texts: {
      put: async (_accountId: string, text: string) => {
        texts.push(text);
        return `id of ${text}`;
      },
    },
    inquiries: { note: async () => undefined },
  };
  const id = newId();
  const read = async (raw = Buffer.from(''), more: Partial<MailRecord> = {}) => {
    const record = {
      id,
      recipients: [],
      results: state.results,
      truncated: false,
      ...more,
    } as unknown as MailRecord;
    const processed = await processMail(deps, { record, crashes: 0 } as unknown as ClaimedMail, raw);
    state.results = processed.result.results;
    return processed;
  };
  return { deps, read, requests, texts, state };
}

describe('an email that leads to requests and has a problem', () => {
  it('an email that leads to requests and has a problem ends as parsed, with its requests, one event and the code of the problem', async () => {
    const { read, requests } = world(BOTH);
    const { result, messages, requests: made } = await read();
    expect(made).toBe(3);
    expect([...requests.values()].map(({ message }) => message)).toEqual(['Hallo', 'Hallo', 'Hallo']);
    expect(result).toMatchObject({
      state: 'parsed',
      failure: { failureCode: 'xml_malformed' },
      results: [{ targetId: TARGET.targetId, requestCount: 3, failureTold: true }],
    });
    expect(result.failure).not.toHaveProperty('problems');
    expect(messages).toMatchObject([
      {
        subject: FAILED,
        data: { requestCount: 3, problems: BOTH.failure?.problems, recipient: TARGET.address },
      },
    ]);
  });

  it('an email that leads to requests and has a problem keeps its text, its attachments and its problems for its account', async () => {
    const { read } = world({ ...BOTH, body: 'Hallo\r\nWelt\0' });
    const { result } = await read();
    expect(result.content).toEqual({
      text: 'Hallo\nWelt',
      attachments: BOTH.attachments,
      attachmentCount: 1,
      problems: BOTH.failure?.problems,
    });
    expect(result.results).toMatchObject([{ address: TARGET.address }]);
  });

  it('an email that leads to requests and has a problem keeps no content when it belongs to no account', async () => {
    const { deps, read } = world(BOTH);
    deps.recipients.addressees = async () => ({ addressees: [], leftOut: 0 });
    expect((await read()).result).not.toHaveProperty('content');
  });

  it('an email that leads to requests and has a problem says how many of its addresses were not looked up', async () => {
    const { deps, read } = world(BOTH);
    deps.recipients.addressees = async () => ({ addressees: [TARGET], leftOut: 940 });
    const { result } = await read();
    expect(result.content?.problems).toMatchObject([
      { failureCode: 'xml_malformed' },
      {
        failureCode: 'too_large',
        failureMessage: expect.stringContaining('50 request addresses'),
        count: 940,
      },
    ]);
  });

  it('an email that leads to requests and has a problem leaves nothing once every account that it is for has erased it', async () => {
    const { read, requests } = world(BOTH);
    const { result, messages } = await read(Buffer.from(''), { erasedFor: [TARGET.accountId] });
    expect([result, messages, requests.size]).toEqual([
      { state: 'failed', results: [], isErased: true },
      [],
      0,
    ]);
  });

  it('an email that leads to requests and has a problem is named in its event, with its page where there is a public address', async () => {
    const { deps, read, state } = world(BOTH);
    const { data } = (await read()).messages[0]!;
    const { mailId } = data as { mailId: string };
    expect(data).toMatchObject({ mailUrl: `https://api.example.org/dashboard/mails/${mailId}` });
    deps.mailUrl = () => undefined;
    state.results = [];
    const [withoutPage] = (await read()).messages;
    expect(withoutPage?.data).toMatchObject({ mailId });
    expect(withoutPage?.data).not.toHaveProperty('mailUrl');
  });

  it('an email that leads to requests and has a problem is made and published once, however often it is read', async () => {
    const { read, requests } = world(BOTH);
    await read();
    const { messages, requests: made } = await read();
    expect([messages, made, requests.size]).toEqual([[], 0, 3]);
  });

  it('an email that leads to requests and has a problem is made and published once when its process ends between the requests', async () => {
    const { read, requests, state } = world(BOTH);
    state.addsLeft = 2;
    await expect(read()).rejects.toThrow('the process ended');
    expect(requests.size).toBe(2);
    state.addsLeft = Infinity;
    const { messages, requests: made } = await read();
    expect([messages.length, made, requests.size]).toEqual([1, 1, 3]);
  });

  it('stores a text that its people share before and after the requests that refer to it', async () => {
    const { read, requests, texts } = world(BOTH);
    await read();
    expect(texts).toEqual(['Hallo', 'Hallo']);
    expect([...requests.values()].map(({ textId }) => textId)).toEqual(Array(3).fill('id of Hallo'));
  });
});

describe('an email of many people', () => {
  const { failure: _failure, ...good } = BOTH;
  const people = Array.from({ length: 95 }, (_, n) => inquiry(n));

  it('an email of many people leads to its requests in the order of the people, several at a time but not all', async () => {
    const { deps, read, requests } = world({ ...good, inquiries: people });
    const { add } = deps.requests;
    let [atOnce, most] = [0, 0];
    deps.requests.add = async (record) => {
      most = Math.max(most, ++atOnce);
      await Promise.resolve();
      atOnce -= 1;
      return add(record);
    };
    expect((await read()).requests).toBe(95);
    const byId = [...requests.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId.map(({ prospect }) => prospect)).toEqual(people.map(({ prospect }) => prospect));
    expect(most).toBe(20);
  });

  it('an email of many people leads to the rest of them when its process ends within them', async () => {
    const { read, requests, state } = world({ ...good, inquiries: people });
    state.addsLeft = 50;
    await expect(read()).rejects.toThrow('the process ended');
    state.addsLeft = Infinity;
    expect((await read()).requests).toBe(45);
    expect(requests.size).toBe(95);
  });
});

describe('an email that is read again', () => {
  const { failure: _failure, ...good } = BOTH;

  it('an email that is read again publishes a problem that the first reading did not find', async () => {
    const { read, state } = world(good);
    expect((await read()).messages).toEqual([]);
    state.reading = BOTH;
    expect((await read()).messages).toHaveLength(1);
    expect((await read()).messages).toEqual([]);
  });

  it('an email that is read again stays done for an account that has marked it as done', async () => {
    const { read, state } = world(BOTH);
    const done = { at: new Date() };
    state.results = [{ targetId: TARGET.targetId, accountId: TARGET.accountId, requestCount: 3, done }];
    expect((await read()).result.results).toMatchObject([{ requestCount: 3, done }]);
  });

  it('an email that is read again publishes nothing again when an older result says only that it led to no request', async () => {
    const { read, state } = world({ ...BOTH, inquiries: [] });
    state.results = [{ targetId: TARGET.targetId, accountId: TARGET.accountId, requestCount: 0 }];
    expect((await read()).messages).toEqual([]);
  });
});

describe('an email that was too large to be kept', () => {
  it('an email that was too large to be kept is published with its sender and its subject, without their encoding', async () => {
    const { read } = world(BOTH);
    const raw = Buffer.from('From: Portal <a@b.example>\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\n\r\nx');
    const { messages } = await read(raw, { truncated: true });
    expect(messages).toMatchObject([
      { data: { failureCode: 'too_large', sender: 'a@b.example', subject: 'Grüße', requestCount: 0 } },
    ]);
  });
});
