import { platformSuite } from '../platform.suite.ts';
import { openHarness } from './test-support/harness.fixture.ts';
import { startMarket } from './test-support/market-process.ts';

platformSuite('marketplace-24', async () => {
  const market = await startMarket();
  const harness = await openHarness(market);
  const { account, platform } = harness;
  const grant = account.grant && { ...account.grant, token: 'unknown' };
  return {
    platform,
    account,
    refused: { ...account, ...(grant && { grant }) },
    shown: async () => (await market.objects()).map(({ externalId }) => externalId),
    byHand: (objectId, deed) => market.byHand(objectId, deed),
    close: async () => {
      await harness.close();
      await market.stop();
    },
  };
});
