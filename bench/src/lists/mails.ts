import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, ReceivedMailSummary, Target } from '@estate/contracts';
import { newId } from '@estate/persistence';
import type { ApiClient, Stack } from '@estate/stack';
import type { ListBench, Stored } from './list-bench.ts';

const TARGETS = Array.from({ length: 40 }, (_, n) => `benchtarget${String(n).padStart(9, '0')}`);
const TEXT = 'Guten Tag, ist die Wohnung noch frei? '.repeat(40);

/** Sends an email that could not be read, as a portal does. */
async function create(api: ApiClient, stack: Stack): Promise<string> {
  const target = await api.post<Target>('/targets', {
    type: 'immowelt',
    credentials: { host: 'localhost', username: 'a', password: 'b', providerNumber: 'A-1' },
  });
  await fetch(`${stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${target.emailId}@${stack.inboxDomain}`, document: 'import-report' }),
  });
  for (;;) {
    const { data } = await api.get<Page<ReceivedMailSummary>>('/mails?state=failed');
    if (data[0]) return data[0].id;
    await sleep(250);
  }
}

/** One in a hundred has failed, one in a thousand is marked as done. */
function document(template: Stored, position: number): Stored {
  const [result] = template['results'] as [{ accountId: string }];
  const { accountId } = result;
  const targetId = TARGETS[position % TARGETS.length] ?? '';
  const isDone = position % 1000 === 7;
  const isFailed = position % 100 === 7;
  const state = isDone ? 'done' : isFailed ? 'failed' : 'parsed';
  const { failure, ...rest } = template;
  return {
    ...rest,
    _id: newId(),
    key: newId(),
    state: isFailed ? 'failed' : 'parsed',
    ...(isFailed && { failure }),
    results: [
      { ...result, targetId, requestCount: isFailed ? 0 : 1, ...(isDone && { done: { at: new Date() } }) },
    ],
    listedUnder: [
      `${accountId}  `,
      `${accountId}  ${state}`,
      `${accountId} ${targetId} `,
      `${accountId} ${targetId} ${state}`,
    ],
    content: { text: TEXT, attachments: [], attachmentCount: 0, problems: [] },
  };
}

/** The lists of emails of an account. */
export const mailLists: ListBench = {
  database: 'inbox',
  collection: 'mails',
  indexes: ['account'],
  create,
  document,
  queries: [
    ['all', '/mails'],
    ['all, newest', '/mails?order=desc'],
    ['all, middle', '/mails?startAfter={middle}'],
    ['all, a hundred', '/mails?limit=100'],
    ['all, counted', '/mails?count=true'],
    ['failed', '/mails?state=failed'],
    ['failed, newest, counted', '/mails?state=failed&order=desc&count=true'],
    ['pending, none', '/mails?state=pending&count=true'],
    ['target', `/mails?targetId=${TARGETS[7] ?? ''}`],
    ['target, middle, counted', `/mails?targetId=${TARGETS[7] ?? ''}&startAfter={middle}&count=true`],
    ['target, failed', `/mails?targetId=${TARGETS[7] ?? ''}&state=failed`],
    ['one email', '/mails/{middle}'],
  ],
};
