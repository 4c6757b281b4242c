import * as contracts from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Deps } from '../deps.ts';
import type { Call } from '../routing/api-route.ts';

type Asked = Pick<Deps, 'askTimeoutMs' | 'auditor' | 'bus'>;

/** The violated invariants of every service; a service that is away is named instead of asked for ever. */
export async function violations(call: Call, deps: Asked): Promise<contracts.ViolationReport> {
  const { auditor, askTimeoutMs: timeoutMs, bus } = deps;
  const options = { timeoutMs };
  const answers = await Promise.all([
    said('api-gateway', auditor.violations()),
    said('catalog', listed(bus.ask(contracts.listCatalogViolations, {}, call, options))),
    said('distribution', listed(bus.ask(contracts.listDistributionViolations, {}, call, options))),
    said('inbox', listed(bus.ask(contracts.listInboxViolations, {}, call, options))),
    said('notifier', listed(bus.ask(contracts.listNotifierViolations, {}, call, options))),
  ]);
  return {
    data: answers.flatMap(({ service, found }) => (found ?? []).map((one) => ({ service, ...one }))),
    away: answers.filter(({ found }) => found === undefined).map(({ service }) => service),
  };
}

type Found = readonly contracts.Violation[];

const listed = async (answer: Promise<{ data: contracts.Violation[] }>): Promise<Found> =>
  (await answer).data;

async function said(service: string, asking: Promise<Found>): Promise<{ service: string; found?: Found }> {
  try {
    return { service, found: await asking };
  } catch (error) {
    if (error instanceof Unavailable) return { service };
    throw error;
  }
}
