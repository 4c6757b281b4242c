import { setTimeout as sleep } from 'node:timers/promises';
import type { Property } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { eachOf } from '../each-of.ts';
import { markdownTable, percentile, say } from '../report.ts';
import { sampleProperty } from '../sample-property.ts';
import { openAccount } from '../with-stack.ts';
import type { Measured } from '../with-stack.ts';
import type { Attack, AttackKind, AttackOutcome } from './attack.ts';
import { whileAttacked } from './while-attacked.ts';

const ATTACKS: readonly { kind: AttackKind; connections: number; keys?: number }[] = [
  { kind: 'searches', connections: 64 },
  { kind: 'lists', connections: 64 },
  { kind: 'lists', connections: 60, keys: 60 },
  { kind: 'exports', connections: 8 },
  { kind: 'refused creates', connections: 64 },
  { kind: 'creates', connections: 64 },
  { kind: 'uploads', connections: 8 },
];
/** Properties of the attacker, so that its searches and exports find something. */
const STOCK = 2000;
const ROUNDS = 3;
/** Of each call in a round. */
const SAMPLES = 40;
/** A person who works with the API, or a small program. */
const PAUSE_MS = 15;
const RATIO_MAX = 3;

const CALLS = {
  create: (api: ApiClient) => api.post('/properties', sampleProperty),
  list: (api: ApiClient) => api.get('/properties?limit=10'),
  search: (api: ApiClient) => api.get('/properties?q=maisonette&limit=10'),
} satisfies Record<string, (api: ApiClient) => Promise<unknown>>;
type CallName = keyof typeof CALLS;
const NAMES = Object.keys(CALLS) as CallName[];

/** The milliseconds that each call took. */
type Times = Record<CallName, number[]>;

/**
 * Measures how long the calls of a customer take alone, and beside another one that calls as fast as it can. @throws Error when one takes
 * more than three times as long as alone
 */
export async function measureOtherCustomer({ stack, api, key }: Measured): Promise<void> {
  const small = apiClient(stack.apiUrl, await openAccount(stack, 'Small'));
  const keys = [key, ...(await eachOf(Array<object>(59).fill({}), 4, (body) => newKey(api, body)))];
  await eachOf(Array<object>(STOCK).fill(sampleProperty), 8, (body) =>
    api.post<Property>('/properties', body),
  );
  // The first calls are slower, because their code is not compiled yet.
  await callInTurn(small, noTimes());
  const rows: string[][] = [];
  let worst = 0;
  for (const { kind, connections, keys: used = 1 } of ATTACKS) {
    const attack = { url: stack.apiUrl, keys: keys.slice(0, used), kind, connections };
    const { alone, beside, outcome } = await compare(small, attack);
    const [before, meanwhile] = [alone, beside].map((times) =>
      NAMES.map((name) => percentile(times[name], 0.95)),
    );
    const cells = NAMES.map((_name, index) => {
      const [one = NaN, other = NaN] = [before?.[index], meanwhile?.[index]];
      worst = Math.max(worst, other / one);
      return `${one.toFixed(1)} → ${other.toFixed(1)} (${(other / one).toFixed(1)})`;
    });
    const calls = `${String(outcome.served)} / ${String(outcome.refused)}`;
    rows.push([`${kind}, ${String(connections)} connections, ${String(used)} keys`, ...cells, calls]);
    say(rows.at(-1)?.join(' | ') ?? '');
  }
  say('');
  say('p95 in ms of another customer, alone → beside the attack (ratio):');
  say(markdownTable([['attack', ...NAMES, 'served / refused'], ...rows]));
  if (worst > RATIO_MAX) throw new Error(`A call took ${worst.toFixed(1)} times as long as alone.`);
}

/** Alone and beside the attack in turn, because the machine becomes faster and slower. */
async function compare(api: ApiClient, attack: Attack) {
  const [alone, beside] = [noTimes(), noTimes()];
  const total: AttackOutcome = { served: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await callInTurn(api, alone);
    const outcome = await whileAttacked(attack, () => callInTurn(api, beside));
    total.served += outcome.served;
    total.refused += outcome.refused;
  }
  return { alone, beside, outcome: total };
}

const noTimes = (): Times => ({ create: [], list: [], search: [] });

const newKey = async (api: ApiClient, body: object): Promise<string> =>
  (await api.post<{ key: string }>('/account/api-keys', body)).key;

/** Each call in turn, one after the other. */
async function callInTurn(api: ApiClient, times: Times): Promise<void> {
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const name of NAMES) {
      const startedMs = performance.now();
      await CALLS[name](api);
      times[name].push(performance.now() - startedMs);
      await sleep(PAUSE_MS);
    }
  }
}
