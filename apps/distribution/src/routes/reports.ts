import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { reportResource } from '../domain/report.ts';

const listReportsRoute = ({ reports }: Pick<Deps, 'reports'>) =>
  answer(contracts.listReports, async (query, { accountId }) => {
    const { records, ...page } = await reports.list(accountId, query);
    return { ...page, data: records.map(readable(reportResource)) };
  });

const getReportRoute = ({ reports }: Pick<Deps, 'reports'>) =>
  answer(contracts.getReport, async ({ id }, { accountId }) =>
    reportResource(found(await reports.find(accountId, id), 'report', id)),
  );

/** The reports of platforms about the listings of an account. */
export const reportRoutes = (deps: Deps) => [listReportsRoute(deps), getReportRoute(deps)];
