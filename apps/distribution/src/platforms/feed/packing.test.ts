import { expect, it } from 'vitest';
import { feedPlatform } from './index.ts';
import type { FeedTools } from './index.ts';

it('a packing of a feed that fails is reported with its target, and ends the session all the same', async () => {
  const reported: unknown[] = [];
  const failure = new Error('The database is unavailable.');
  const tools = {
    feeds: { find: () => Promise.resolve(null), pack: () => Promise.reject(failure) },
    feedNotPacked: (...about: unknown[]) => void reported.push(about),
  } as unknown as FeedTools;
  const account = { id: 'target-1', type: 'feed', emailId: 'e', autoCollectRequests: false };
  const opening = await feedPlatform(tools).open(account, new AbortController().signal);
  if (opening.ok) await opening.session.close();
  expect(reported).toEqual([['target-1', failure]]);
});
