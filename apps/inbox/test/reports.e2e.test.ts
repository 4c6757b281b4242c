import {
  getReceivedMail,
  listReceivedMails,
  listRequests,
  receiveReportFile,
  reparseReceivedMail,
} from '@estate/contracts';
import type { DataOf, ReportReceived } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { eventually, freePort } from '@estate/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMS } from './mail-forms.ts';
import { CERTAIN_REPORTS } from './reports/certain.ts';
import { ALL_REPORTS, mutant } from './reports/mutants.ts';
import { mailOf } from './reports/report-mail.ts';
import { sample } from './samples.ts';
import { send } from './smtp-client.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

type Fact = DataOf<typeof ReportReceived>;
/** Reading many emails takes long while the machine is busy. */
const READ_WITHIN_MS = 60_000;
const MUTANTS = 30;

let stage: Stage;
let port: number;
beforeAll(async () => {
  stage = await openStage();
  port = await freePort();
  await stage.start({ SMTP_PORT: String(port) });
});
afterAll(() => stage.close());

const reportsFor = (targetId: string) =>
  stage.facts
    .filter(({ subject }) => subject === 'fact.inbox.report.received.v1')
    .map(({ data }) => data as Fact)
    .filter((fact) => fact.targetId === targetId);
const reportsOnce = (targetId: string, count: number) =>
  eventually(() => {
    const found = reportsFor(targetId);
    expect(found).toHaveLength(count);
    return found;
  }, READ_WITHIN_MS);
const mails = async (targetId: string) =>
  (await stage.bus.ask(listReceivedMails, { targetId, limit: 100 }, stage.caller)).data;

describe('the emails to a report address', () => {
  it('the emails to a report address are all reports and none a request, whatever can be read of them, and their texts are kept', async () => {
    const { targetId, address } = stage.reportAddress();
    for (const report of ALL_REPORTS) await send({ port, to: address, raw: mailOf(report) });
    const facts = await reportsOnce(targetId, ALL_REPORTS.length);
    expect(facts.filter(({ objects }) => objects.length > 0)).toHaveLength(CERTAIN_REPORTS.length);
    const { data: requests } = await stage.bus.ask(listRequests, { targetId }, stage.caller);
    expect(requests).toEqual([]);
    expect(stage.published.filter(({ data }) => (data as Fact).targetId === targetId)).toEqual([]);
    const shown = await mails(targetId);
    expect(shown).toHaveLength(ALL_REPORTS.length);
    expect(new Set(shown.map(({ state }) => state))).toEqual(new Set(['parsed', 'failed']));
    const unclear = await stage.bus.ask(
      getReceivedMail,
      { id: facts.find(({ objects }) => objects.length === 0)?.mailId ?? '' },
      stage.caller,
    );
    expect(unclear).toMatchObject({ state: 'failed', requestCount: 0, text: expect.any(String) });
  });

  it('the emails to a report address that were changed on their way are all kept as reports, and none becomes a request', async () => {
    const { targetId, address } = stage.reportAddress();
    const mutants = fc.sample(mutant, { numRuns: MUTANTS, seed: 20261127 });
    for (const raw of mutants) await send({ port, to: address, raw });
    const facts = await reportsOnce(targetId, MUTANTS);
    expect(new Set(facts.map(({ reportId }) => reportId)).size).toBe(MUTANTS);
    expect((await stage.bus.ask(listRequests, { targetId }, stage.caller)).data).toEqual([]);
    expect(stage.published.filter(({ data }) => (data as Fact).targetId === targetId)).toEqual([]);
    const shown = await mails(targetId);
    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(facts.map(({ mailId }) => mailId)));
  });

  it('the emails to a report address are the same reports when they are read again', async () => {
    const { targetId, address } = stage.reportAddress();
    await send({ port, to: address, raw: mailOf(CERTAIN_REPORTS[0]!) });
    const [first] = await reportsOnce(targetId, 1);
    await stage.bus.ask(reparseReceivedMail, { id: first?.mailId ?? '' }, stage.caller);
    const [, again] = await reportsOnce(targetId, 2);
    expect(again?.reportId).toBe(first?.reportId);
  });

  it('the emails to a report address that are inquiries become requests, and note that the platform shows the property', async () => {
    const { targetId, address } = stage.reportAddress();
    const propertyId = newId();
    stage.properties.set('P-77', propertyId);
    const raw = FORMS['a plain attachment']!({ to: address }, sample('feedback-basic'));
    await send({ port, to: address, raw });
    const seen = await eventually(() => {
      const found = stage.inquiries.filter((inquiry) => inquiry.targetId === targetId);
      expect(found).toHaveLength(1);
      return found;
    }, READ_WITHIN_MS);
    stage.properties.clear();
    const publicUrl = 'https://portal-eins.example/expose/99887766';
    expect(seen).toEqual([{ propertyId, targetId, at: expect.any(String), publicUrl }]);
    const { data } = await stage.bus.ask(listRequests, { targetId }, stage.caller);
    expect(data).toHaveLength(1);
  });
});

describe('the files of a report folder', () => {
  const CSV = 'Objektnummer;Status\nP-77;importiert\n';

  it('a result file that is handed over twice is one report, at the time at which it was written', async () => {
    const { targetId, address } = stage.reportAddress();
    const writtenAt = '2026-11-01T10:00:00.000Z';
    const file = { address, name: 'result.csv', host: 'ftp.portal.example', writtenAt, isTruncated: false };
    const hand = (content: string, more: object = {}) =>
      stage.bus.ask(
        receiveReportFile,
        {
          ...{ ...file, base64: Buffer.from(content).toString('base64'), sizeBytes: content.length },
          ...more,
        },
        stage.caller,
      );
    await hand(CSV);
    await hand(CSV);
    await hand('P-77', { isTruncated: true, sizeBytes: 9_000_000 });
    const facts = await reportsOnce(targetId, 2);
    expect(facts.find(({ objects }) => objects.length > 0)).toMatchObject({
      ...{ verified: true, source: 'report', at: writtenAt, objects: [{ numbers: ['P-77'] }] },
    });
    const shown = await mails(targetId);
    expect(shown.map(({ state, failureCode }) => [state, failureCode])).toEqual(
      expect.arrayContaining([
        ['parsed', undefined],
        ['failed', 'too_large'],
      ]),
    );
    expect(shown).toHaveLength(2);
  });
});
