import { platformSuite } from '../platform.suite.ts';
import { account, AttachmentFiles, profile, tools } from './test-support/fixtures.ts';
import { startPortalProcess } from './test-support/portal-process.ts';
import { openimmoFtp } from './index.ts';

platformSuite('an FTP portal', async () => {
  const portal = await startPortalProcess(['agent']);
  const files = new AttachmentFiles();
  const at = { host: '127.0.0.1', port: portal.ftpPort };
  return {
    platform: openimmoFtp(profile(), tools(files)),
    account: account(at),
    refused: account({ ...at, password: 'wrong' }),
    shown: async () => (await portal.objects('agent')).map(({ number }) => number),
    close: async () => {
      await portal.stop();
      await files.remove();
    },
  };
});
