import { createTarget } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { startMongo } from '@estate/testing';
import { openStage } from '../../../test/stage.ts';
import { platformSuite } from '../platform.suite.ts';
import { feedPlatform } from './index.ts';

platformSuite('a feed', async () => {
  const server = await startMongo();
  const stage = await openStage(server.uri);
  const { clock, feeds, publicUrl, requestAddress, vault } = stage.deps;
  const software = { name: 'estate', version: '1.0' };
  const { id } = await stage.ask(createTarget, { type: 'feed', name: 'Website' });
  const account = { id, type: 'feed', emailId: newId(), autoCollectRequests: false };
  return {
    platform: feedPlatform({
      clock,
      feeds,
      publicUrl,
      requestAddress,
      software,
      vault,
      feedNotPacked: () => undefined,
    }),
    account,
    // The only refusal of a feed: it is gone.
    refused: { ...account, id: newId() },
    shown: async () => {
      const numbers: string[] = [];
      for await (const fragments of feeds.contents(id, 'jsonLd'))
        numbers.push(...fragments.map(({ text }) => (JSON.parse(text) as { identifier: string }).identifier));
      return numbers;
    },
    close: async () => {
      await stage.close();
      await server.stop();
    },
  };
});
