import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBinary } from '@estate/testing';
import { consolePages } from './support/console-pages.ts';
import type { ConsoleExamples } from './support/console-pages.ts';
import { routedPaths } from './support/every-page.ts';
import { expectWhole, lookAtAll } from './support/recorded/expect-whole.ts';
import { load } from './support/recorded/page-reader.ts';
import { recordConsole } from './support/recorded/record-console.ts';
import { openRecorded } from './support/recorded/recorded-pages.ts';
import type { RecordedPages } from './support/recorded/recorded-pages.ts';
import { differencesIn, readRecording, RECORD_AGAIN } from './support/recorded/recording.ts';
import type { Recording } from './support/recorded/recording.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { START_TIMEOUT_MS } from './support/world.ts';

let browser: Browser;
let recording: Recording<ConsoleExamples>;
let operator: RecordedPages;

describe.skipIf(chromiumBinary() === undefined)('every page of the console of the operators', () => {
  beforeAll(async () => {
    browser = await sharedBrowser();
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') await recordConsole(browser);
    recording = await readRecording<ConsoleExamples>('operator');
    const opened = { recording, account: 'operator', app: '/operator' } as const;
    operator = await openRecorded(browser, opened);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    operator?.close();
    await browser?.close();
  });

  it('every page that the router of the console has is among the pages that are looked at', async () => {
    const paths = consolePages(recording.examples).map(({ path }) => path);
    expect([...new Set(paths)].toSorted()).toEqual((await routedPaths('console')).toSorted());
  });

  it('every answer in the recording of the console is as the API documents it', async () => {
    expect(await differencesIn(recording), RECORD_AGAIN).toEqual([]);
  });

  it('the page on which operators sign in is whole in both languages', async () => {
    for (const reader of operator.readers) {
      await load(reader, '/');
      await expectWhole(reader, { name: 'operator-sign-in' });
    }
    await operator.signIn();
  });

  it('every page of the console has one heading of level 1, a title, all its texts in the language, no barriers, and room at every width', async () => {
    await lookAtAll(operator, consolePages(recording.examples));
  });

  it('no page of the console has an error in its console, asks for what was not recorded, or leaves a recorded answer unused', () => {
    operator.expectExhausted();
  });
});
