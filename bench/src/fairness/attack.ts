import { sampleProperty } from '../sample-property.ts';

/** What one account does as fast as it can. */
export interface Attack {
  url: string;
  /** The connections use them in turn. */
  keys: readonly string[];
  kind: AttackKind;
  connections: number;
}

export interface AttackOutcome {
  /** The calls that were carried out, and those that were refused. */
  served: number;
  refused: number;
}

interface Shot {
  path: string;
  method?: 'GET' | 'POST';
  type?: string;
  body?: string;
}

const JSON_TYPE = 'application/json';
const property = JSON.stringify(sampleProperty);

/** The calls of each kind of attack. */
const SHOTS = {
  creates: { path: '/properties', method: 'POST', type: JSON_TYPE, body: property },
  'refused creates': {
    path: '/properties',
    method: 'POST',
    type: JSON_TYPE,
    body: '{"type":"apartmentBuy"}',
  },
  searches: { path: '/properties?q=maisonette%20dachern&count=true&limit=100' },
  lists: { path: '/properties?limit=100' },
  exports: { path: '/account/export' },
  uploads: {
    path: '/imports?fileName=attack.xml',
    method: 'POST',
    type: 'application/xml',
    body: `<openimmo>${' '.repeat(1_000_000)}</openimmo>`,
  },
} satisfies Record<string, Shot>;

export type AttackKind = keyof typeof SHOTS;

/** Calls over all connections until the parent process disconnects; then tells it what came of the calls. */
async function attack({ url, keys, kind, connections }: Attack): Promise<void> {
  const { path, method = 'GET', type, body }: Shot = SHOTS[kind];
  const over = new AbortController();
  process.once('message', () => over.abort());
  const outcome: AttackOutcome = { served: 0, refused: 0 };
  const fire = async (key: string): Promise<void> => {
    while (!over.signal.aborted) {
      const headers = { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) };
      const sent = { method, headers, signal: over.signal, ...(body !== undefined && { body }) };
      const answer = await fetch(`${url}${path}`, sent);
      for await (const _part of answer.body ?? []);
      if (answer.ok) outcome.served += 1;
      else outcome.refused += 1;
    }
  };
  const fired = Array.from({ length: connections }, (_, index) => fire(keys[index % keys.length] ?? ''));
  const results = await Promise.allSettled(fired);
  const failed = results.find((one) => one.status === 'rejected' && one.reason !== over.signal.reason);
  if (failed?.status === 'rejected') throw failed.reason;
  process.send?.(outcome);
}

// A fork of the benchmark: the calls of the attacker must not delay those that are measured.
process.once('message', (order: Attack) => void attack(order));
process.send?.('ready');
