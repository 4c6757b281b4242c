import { getImportSummary as operation, ImportFinished } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { toImport } from '../domain/import.ts';
import { getImportSummary } from '../routes/imports.ts';
import { ImportProgress } from '../stores/import-progress.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const summaryOf = async ({ id, accountId }: { id: string; accountId: string }) =>
  operation.output.parse(
    await getImportSummary(stage.stores).handle({ id }, { accountId, requestId: 'req-summary-001' }),
  );

const TECHNICAL = '<stand_vom>2026-11-01</stand_vom><gruppen_kennung>Group 7</gruppen_kennung>';
const PRICES = '<kaufpreis>20000</kaufpreis><provisionspflichtig>perhaps</provisionspflichtig>';

describe('the summary of an import', () => {
  it('a summary counts the objects whose values were not used, and says which of them decide', async () => {
    const accountId = newId();
    const document = documentOf([
      { number: '1', technical: TECHNICAL, prices: PRICES },
      { number: '2', technical: TECHNICAL },
    ]);
    const ended = await stage.importOf(document, { accountId });
    expect(await summaryOf(ended)).toEqual({
      id: ended.id,
      unused: [
        { path: 'preise/provisionspflichtig', objects: 1, example: 'perhaps', decides: true },
        { path: 'verwaltung_techn/gruppen_kennung', objects: 2, example: 'Group 7', decides: false },
      ],
      unlisted: [],
    });
  });

  it('a summary says which properties could not be listed when the import ended, and keeps saying it', async () => {
    const accountId = newId();
    const targetId = newId();
    const sourceId = await stage.addSource(accountId, { targetIds: [targetId] });
    const refusal = new InvalidInput('It is paused.', { code: 'target-paused' });
    stage.owners.fail = (subject) => (subject.endsWith('create-listing') ? refusal : undefined);
    const first = await stage.importOf(documentOf([{ number: '1' }]), { accountId, sourceId });
    stage.owners.fail = () => undefined;
    const second = await stage.importOf(documentOf([{ number: '2' }]), { accountId, sourceId });
    expect((await summaryOf(first)).unlisted).toMatchObject([{ targetId, code: 'target-paused', count: 1 }]);
    expect((await summaryOf(second)).unlisted).toEqual([]);
  });

  it('the summary of a package that could not be read has no unused values, not an empty list of them', async () => {
    const document = documentOf([{ number: '1', technical: TECHNICAL }]);
    const ended = await stage.importOf(document.subarray(0, -20), { accountId: newId() });
    expect(ended.state).toBe('failed');
    expect(await summaryOf(ended)).toEqual({ id: ended.id, unlisted: [] });
  });

  it('the event of a package that could not be read to its end says what its import says', async () => {
    const end = vi.spyOn(ImportProgress.prototype, 'end');
    const ended = await stage.importOf(documentOf([{ number: '1' }]).subarray(0, -20), {
      accountId: newId(),
    });
    const [event] = end.mock.lastCall?.[2] ?? [];
    end.mockRestore();
    const shown = toImport(ended);
    expect(shown).toMatchObject({ state: 'failed', scope: 'partial', software: { name: 'Sample' } });
    expect(shown.readWith).toBeDefined();
    expect(event).toMatchObject({ subject: ImportFinished.subject, data: shown });
  });
});
