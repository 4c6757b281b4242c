import { findTargetByEmail, getTarget } from '@estate/contracts';
import { expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { fillReportAddresses } from './fill-report-addresses.ts';

let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
});

it('a target that was saved without a report address gets one of its own, once, and is found by it', async () => {
  const id = await stage.addTarget();
  await stage.db.collection('targets').updateOne({ _id: id as never }, { $unset: { reportEmailId: '' } });
  expect((await stage.ask(getTarget, { id })).reportAddress).toBeUndefined();
  await fillReportAddresses(stage.deps);
  const { reportAddress = '', requestAddress } = await stage.ask(getTarget, { id });
  expect(reportAddress).toMatch(/^[0-9a-v]{20}@requests\.example\.org$/);
  expect(reportAddress).not.toBe(requestAddress);
  await fillReportAddresses(stage.deps);
  expect((await stage.ask(getTarget, { id })).reportAddress).toBe(reportAddress);
  const found = await stage.ask(findTargetByEmail, { emailId: reportAddress.split('@')[0] ?? '' });
  expect(found.target).toEqual({ targetId: id, accountId: stage.accountId, isForReports: true });
});
