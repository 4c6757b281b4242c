import { setTimeout as pause } from 'node:timers/promises';
import type { Lane, Page } from '@estate/contracts';
import { ago, details, table } from '../report.ts';
import type { Report } from '../report.ts';
import { moreHint, pageQuery } from './context.ts';
import type { Context, ListOptions } from './context.ts';

const LOOK_EVERY_MS = 500;
const TURN_ENDS_WITHIN_MS = 60_000;

export interface LaneListOptions extends ListOptions {
  state?: string;
}

export async function listLanes({ api, now }: Context, options: LaneListOptions): Promise<Report> {
  const page = await api.get<Page<Lane>>('/admin/lanes', { ...pageQuery(options), state: options.state });
  const rows = page.data.map((lane) => [
    lane.id,
    lane.accountId,
    lane.type,
    stateOf(lane),
    lane.dueCount,
    lane.oldestDueAt === undefined ? '' : ago(lane.oldestDueAt, now()),
  ]);
  const headings = ['lane (target)', 'account', 'type', 'state', 'waiting', 'oldest due'];
  return { json: page, text: table(headings, rows, 'There are no matching lanes.') + moreHint(page) };
}

/** Pauses a lane and waits for its running publication. */
export async function pauseLane(context: Context, id: string): Promise<Report> {
  const { api, now, progress } = context;
  const path = `/admin/lanes/${encodeURIComponent(id)}/pause`;
  const until = now().getTime() + TURN_ENDS_WITHIN_MS;
  let lane = await api.post<Lane>(path);
  while (lane.working && now().getTime() < until) {
    progress('waiting for the running publication …');
    await pause(LOOK_EVERY_MS);
    lane = await api.post<Lane>(path);
  }
  const note = lane.working
    ? 'A worker is still publishing. If the worker crashed, its lease expires. No other worker takes the lane.'
    : 'The lane is paused. To continue: rek lanes resume';
  return { json: lane, ok: !lane.working, text: `${shownLane(lane)}\n${note}` };
}

export async function resumeLane({ api }: Context, id: string): Promise<Report> {
  const lane = await api.post<Lane>(`/admin/lanes/${encodeURIComponent(id)}/resume`);
  const note = lane.customerPause
    ? 'The customer has also paused the target. Only the customer can end that pause.'
    : 'Publishing continues within seconds.';
  return { json: lane, text: `${shownLane(lane)}\n${note}` };
}

const stateOf = ({ pausedAt, customerPause, setAside, working, heldUntil }: Lane): string => {
  if (pausedAt !== undefined) return working ? 'pausing' : 'paused';
  if (customerPause) return `paused by the customer since ${customerPause.at}${because(customerPause)}`;
  if (setAside) return `set aside after ${String(setAside.deaths)} crashes`;
  if (working) return 'working';
  return heldUntil === undefined ? 'open' : `suspended until ${heldUntil}`;
};

const because = ({ reason }: NonNullable<Lane['customerPause']>): string =>
  reason === undefined ? '' : `: ${reason}`;

const shownLane = (lane: Lane): string =>
  details({ lane: lane.id, type: lane.type, state: stateOf(lane), waiting: lane.dueCount });
