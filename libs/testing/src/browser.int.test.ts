import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserServer } from 'playwright-core';
import { chromiumBinary, serveBrowser } from './browser.ts';

const LIST = '--disable-features=';

let server: BrowserServer;

describe.skipIf(chromiumBinary() === undefined)('the Chromium of tests', () => {
  beforeAll(async () => {
    server = await serveBrowser();
  });
  afterAll(async () => {
    await server?.close();
  });

  it('Chromium is started without what Playwright disables, although it reads the last list only', () => {
    const lists = server
      .process()
      .spawnargs.filter((argument) => argument.startsWith(LIST))
      .map((argument) => argument.slice(LIST.length).split(','));
    expect(lists).toHaveLength(2);
    const [ofPlaywright = [], ours = []] = lists;
    expect(ours).toEqual(expect.arrayContaining(ofPlaywright));
  });
});
