import { ReportReceived } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { takeReport } from '../reports/take-report.ts';

/** Saves what a platform reported by email; a redelivery finds that it was saved. */
export const onReportReceived = (deps: Deps) =>
  on(ReportReceived, async ({ data, accountId }, { log }) => {
    const { reportId, targetId } = data;
    if (!(await takeReport(data, accountId, deps))) log.info({ reportId, targetId }, 'report.without-target');
  });
