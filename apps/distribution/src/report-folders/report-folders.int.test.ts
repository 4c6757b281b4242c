import {
  REPORT_FILE_BYTES_MAX,
  createListing,
  getTarget,
  receiveReportFile,
  retryListing,
} from '@estate/contracts';
import type { InputOf, Listing } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let stage: Stage;
let targetId: string;
let listing: Listing;
let handed: InputOf<typeof receiveReportFile>[];
let isInboxDown: boolean;
eachOnStage((opened) => {
  stage = opened;
});
beforeEach(async () => {
  handed = [];
  isInboxDown = false;
  stage.bus.answer(receiveReportFile, async (file) => {
    if (isInboxDown) throw new Unavailable('The inbox is unavailable.');
    handed.push(file);
    return {};
  });
  stage.portal.results = new Map([['result.csv', 'Nr;Status\nP-1;ok\n']]);
  targetId = await stage.addTarget();
  listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
  await stage.work();
});

const target = () => stage.ask(getTarget, { id: targetId });
const readAfter = async (ms: number) => {
  stage.pass(ms);
  await stage.readFolders();
};
const contents = () => handed.map(({ base64 }) => Buffer.from(base64, 'base64').toString());

describe('a report folder', () => {
  it('a report folder is read soon after an upload, and each of its files is handed over once', async () => {
    await readAfter(MINUTE - 1);
    expect(handed).toEqual([]);
    await readAfter(1);
    const { reportAddress } = await target();
    expect(handed).toMatchObject([
      { address: reportAddress, name: 'result.csv', host: 'ftp.example.org', isTruncated: false },
    ]);
    await readAfter(HOUR);
    expect(contents()).toEqual(['Nr;Status\nP-1;ok\n']);
    expect(stage.portal.openSessions).toBe(0);
  });

  it('files without a time are older than the first upload at the first reading, and later as old as the last reading', async () => {
    const { createdAt } = await target();
    await readAfter(MINUTE);
    const readAt = stage.time.now.toISOString();
    stage.portal.results?.set('second.csv', 'Nr;Status\nP-2;ok\n');
    await readAfter(6 * HOUR);
    expect(handed.map(({ writtenAt }) => writtenAt)).toEqual([createdAt, readAt]);
  });

  it('a report folder is read on and on without a further upload, and only the new rows of a table are handed over', async () => {
    await readAfter(MINUTE);
    stage.portal.results?.set('result.csv', 'Nr;Status\nP-1;ok\nP-2;ok\n');
    for (let hour = 0; hour < 48; hour += 6) await readAfter(6 * HOUR);
    expect(contents()).toEqual(['Nr;Status\nP-1;ok\n', 'P-2;ok\n']);
    const beginnings = handed.map(({ beginningBase64 = '' }) =>
      Buffer.from(beginningBase64, 'base64').toString(),
    );
    expect(beginnings).toEqual(['', 'Nr;Status\nP-1;ok\n']);
    expect(stage.portal.logins.length).toBeGreaterThan(7);
  });

  it('a file of which not all was kept stays one, also when it has got a line since', async () => {
    const large = 'x'.repeat(REPORT_FILE_BYTES_MAX + 1);
    stage.portal.results = new Map([['result.log', `${large}\n`]]);
    await readAfter(MINUTE);
    stage.portal.results.set('result.log', `${large}\nP-2;ok\n`);
    await readAfter(6 * HOUR);
    expect(contents()[1]).toBe('P-2;ok\n');
    await readAfter(6 * HOUR);
    expect(stage.portal.knownResults).toEqual(new Map([['result.log', false]]));
    stage.portal.results.set('result.log', 'P-3;ok\n');
    await readAfter(6 * HOUR);
    await readAfter(6 * HOUR);
    expect(stage.portal.knownResults).toEqual(new Map([['result.log', true]]));
  });

  it('a file that was removed is new when it comes again, also with the same lines or more of them', async () => {
    stage.portal.removesResults = true;
    const again = (content: string) => {
      expect(stage.portal.results).toEqual(new Map());
      stage.portal.results?.set('result.csv', content);
    };
    for (const content of ['Nr;Status\nP-1;ok\n', 'Nr;Status\nP-1;ok\nP-2;ok\n', '']) {
      await readAfter(6 * HOUR);
      await readAfter(6 * HOUR);
      again(content);
    }
    expect(contents()).toEqual(['Nr;Status\nP-1;ok\n', 'Nr;Status\nP-1;ok\n', 'Nr;Status\nP-1;ok\nP-2;ok\n']);
  });

  it('a file with equal lines that was written again is handed over again, and one that grew while it was read is not', async () => {
    const write = (content: string, second: number, listedBytes?: number) =>
      stage.portal.writeResult('result.log', content, { second, listedBytes });
    stage.portal.results?.clear();
    write('P-1: Fehler\n', 0);
    await readAfter(6 * HOUR);
    write('P-1: Fehler\n', 1, 3);
    await readAfter(6 * HOUR);
    write('P-1: Fehler\n', 2);
    await readAfter(6 * HOUR);
    expect(contents()).toEqual(['P-1: Fehler\n', 'P-1: Fehler\n']);
    expect(new Set(handed.map(({ writtenAt }) => writtenAt)).size).toBe(2);
  });

  it('a file that is overwritten within the minute that is listed is read again, and only then removed', async () => {
    stage.portal.listsMinutes = true;
    stage.portal.removesResults = true;
    stage.portal.results = new Map([['result.log', 'P-1;ok\n']]);
    await readAfter(MINUTE);
    stage.portal.results.set('result.log', 'P-2;ok\n');
    for (const still of [1, 1, 0]) {
      await readAfter(6 * HOUR);
      expect(stage.portal.results.size).toBe(still);
    }
    expect(contents()).toEqual(['P-1;ok\n', 'P-2;ok\n']);
  });

  it('a report folder is read again after each upload, also where it has waited long', async () => {
    await readAfter(24 * HOUR);
    const logins = stage.portal.logins.length;
    await readAfter(HOUR);
    expect(stage.portal.logins).toHaveLength(logins);
    await stage.ask(retryListing, { id: listing.id });
    await stage.work();
    await readAfter(MINUTE);
    expect(stage.portal.logins).toHaveLength(logins + 2);
  });

  it('a report folder is read again when the inbox is back, and loses nothing', async () => {
    isInboxDown = true;
    await readAfter(MINUTE);
    isInboxDown = false;
    await readAfter(MINUTE);
    expect(contents()).toHaveLength(1);
  });

  it('a report folder that cannot be read is a problem of the target, and its listings are published', async () => {
    stage.portal.resultsProblem = 'The report folder /results cannot be read: 550 No such directory.';
    await readAfter(MINUTE);
    const since = stage.time.now.toISOString();
    await readAfter(HOUR);
    expect((await target()).reportFolderProblem).toEqual({ message: stage.portal.resultsProblem, since });
    await stage.ask(retryListing, { id: listing.id });
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
    stage.portal.resultsProblem = undefined;
    await readAfter(HOUR);
    expect(await target()).not.toHaveProperty('reportFolderProblem');
  });

  it('a report folder whose login is refused is a problem, and does not stop the lane', async () => {
    const message = 'The platform refused the login.';
    stage.portal.refuseLogin = { code: 'credentials_rejected', message, repeat: false, scope: 'target' };
    await readAfter(MINUTE);
    expect(await target()).toMatchObject({
      reportFolderProblem: {
        message,
        reason: { code: 'not_connected', failureCode: 'credentials_rejected' },
      },
    });
    expect(await target()).not.toHaveProperty('failing');
  });

  it('a report folder that is named no more is not read any more', async () => {
    stage.portal.results = undefined;
    await readAfter(MINUTE);
    const logins = stage.portal.logins.length;
    await readAfter(24 * HOUR);
    expect(stage.portal.logins).toHaveLength(logins);
  });
});
