import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_NAMES } from '@estate/contracts';
import type { Target, ViolationReport } from '@estate/contracts';
import { acceptAsEndUser, apiClient } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { targetInput } from '../test/support/data.ts';
import { marketOf } from '../test/support/market.ts';
import { sandboxOf } from '../test/support/sandbox.ts';
import { Customer } from './api.ts';
import { allFaults } from './fault-kinds.ts';
import type { Fault } from './fault-kinds.ts';
import { countFaults, injectFaults } from './faults.ts';
import { Journal } from './journal.ts';
import { MARKET_USER, judge } from './oracle.ts';
import type { Verdict } from './oracle.ts';
import { randomOf } from './random.ts';
import type { ChaosStage } from './stage.ts';
import { makeTraffic } from './traffic.ts';
import type { TargetOfUser } from './traffic.ts';

const HOOK = 'chaos';

export interface StormPlan {
  seed: number;
  /** Ends after this time, or after every fault has been injected so often, whichever comes first. */
  minutes?: number;
  rounds?: number;
  /** Which faults are injected; all by default. */
  isInjected?: (fault: Pick<Fault, 'what' | 'how'>) => boolean;
  patienceMs: number;
  journalPath: string;
}

export interface StormResult extends Verdict {
  faults: number;
  injected: Record<string, Record<string, number>>;
  calls: number;
  duplicates: number;
  mails: number;
  properties: number;
  violations: ViolationReport['data'];
}

/** A storm of faults over the traffic of a customer, and what was left of both. */
export async function runStorm(stage: ChaosStage, plan: StormPlan): Promise<StormResult> {
  const { world, apiUrls } = stage;
  const { stack } = world;
  const journal = new Journal(plan.journalPath);
  const { key, api } = await world.account('Chaos');
  const webhook = await sandboxOf(stack).hook(api, HOOK, EVENT_NAMES);
  const targets = await connectTargets(stage, api);
  const customer = new Customer(apiUrls, key, journal);
  const [storm, work] = [new AbortController(), new AbortController()];
  const faults = injectFaults({
    ...{ faults: allFaults(stage).filter(plan.isInjected ?? (() => true)), rounds: plan.rounds, journal },
    ...{ random: randomOf(plan.seed), signal: storm.signal },
  });
  const traffic = makeTraffic({
    ...{ stack, customer, journal, targets },
    ...{ random: randomOf(plan.seed + 1), signal: work.signal },
  });
  const over = plan.minutes === undefined ? [] : [pause(plan.minutes * 60_000, undefined, { ref: false })];
  await Promise.race([...over, faults, traffic]);
  storm.abort();
  const injected = await faults;
  work.abort();
  const done = await traffic;
  const verdict = await judge({
    ...{ stack, customer, targets, patienceMs: plan.patienceMs },
    ...{ traffic: done, faults: injected, hook: { name: HOOK, id: webhook.id } },
  });
  const operator = apiClient(stack.apiUrl, stack.operatorToken);
  const { data: violations } = await operator.get<ViolationReport>('/admin/violations');
  const { calls, duplicates, mails, properties } = done;
  return {
    ...{ faults: injected.length, injected: countFaults(injected), calls, duplicates, mails },
    ...{ properties: properties.length, ...verdict, violations },
  };
}

async function connectTargets({ world: { stack } }: ChaosStage, api: ApiClient): Promise<TargetOfUser[]> {
  const portals = await Promise.all(
    stack.ftpUsers.map(async ({ username }, index) => {
      const { id, emailId } = await api.post<Target>('/targets', targetInput(stack, index));
      return { id, emailId, shownAs: username };
    }),
  );
  await api.put('/account', marketOf(stack).consumer);
  const market = await api.post<Target>('/targets', {
    type: 'marketplace-24',
    redirectUrl: `${stack.receiverUrl}/`,
  });
  await acceptAsEndUser(market.authorizationUrl ?? '');
  return [...portals, { id: market.id, emailId: market.emailId, shownAs: MARKET_USER }];
}

/** True when nothing was lost, stuck, doubled or violated. */
export const isWhole = ({ lost, stuck, doubled, unexplained, violations }: StormResult): boolean =>
  lost.length + stuck.length + doubled.length + unexplained.length + violations.length === 0;
