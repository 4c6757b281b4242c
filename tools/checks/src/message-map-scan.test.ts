import { describe, expect, it } from 'vitest';
import { scan } from './message-map-scan.ts';
import { mapProblems, rowsOf } from './message-map-table.ts';
import type { Contract } from './message-map-table.ts';

const file = (app: string, path: string, text: string) => ({ app, path: `apps/${app}/src/${path}`, text });

const FILES = [
  file(
    'shop',
    'routes/sell.ts',
    `import { Ring, sell as operation } from '@estate/contracts';
     answer(operation, async () => { bus.wake(Ring, {}); });`,
  ),
  file(
    'shop',
    'announcements.ts',
    `import {\n  Sold,\n  SaleFailed,\n} from '@estate/contracts';
     message(\n  Sold, {}); message(SaleFailed, {});`,
  ),
  file('shop', 'handlers/on-ring.ts', `import { Ring } from '@estate/contracts';\non(Ring, () => {});`),
  file(
    'post',
    'handlers/on-event.ts',
    `const PREFIX = 'event.';\nonAny(\`\${PREFIX}>\`, [], (message) => message);`,
  ),
  file(
    'door',
    'routes/index.ts',
    `import * as contracts from '@estate/contracts';\nask({}, contracts.sell); ask({}, contracts.sell);`,
  ),
  file('door', 'openapi/events.ts', `import { Sold } from '@estate/contracts';\nexport const all = [Sold];`),
  file('door', 'views.ts', `import type { sell } from '@estate/contracts';\nbus.ask(sell, {});`),
];

const CONTRACTS: Contract[] = [
  { name: 'sell', kind: 'ask', subject: 'ask.shop.sell' },
  { name: 'Sold', kind: 'fact', subject: 'fact.shop.thing.sold.v1' },
  { name: 'SaleFailed', kind: 'event', subject: 'event.sale.failed' },
  { name: 'Ring', kind: 'wake', subject: 'wake.shop.ring' },
];

describe('the message map', () => {
  it('finds who asks, answers, tells and handles, and takes no mere mention for a use', () => {
    const uses = scan(FILES).map(({ use, name, app }) => `${app} ${use} ${name}`);
    expect(uses.sort()).toEqual([
      'door asks sell',
      'post handles event.>',
      'shop answers sell',
      'shop handles Ring',
      'shop tells Ring',
      'shop tells SaleFailed',
      'shop tells Sold',
    ]);
  });

  it('puts each contract on one row, sorted by subject, with the filter that covers it', () => {
    const rows = rowsOf(CONTRACTS, scan(FILES));
    expect(rows.map(({ name, owner, from, to }) => [name, owner, from, to])).toEqual([
      ['sell', 'shop', ['door'], ['shop']],
      ['SaleFailed', 'shop', ['shop'], ['post']],
      ['Sold', 'shop', ['shop'], []],
      ['Ring', 'shop', ['shop'], ['shop']],
    ]);
  });

  it('accepts a fact that waits for a listener', () => {
    expect(mapProblems(rowsOf(CONTRACTS, scan(FILES)))).toEqual([]);
  });

  it('refuses what nobody answers, tells or handles', () => {
    expect(mapProblems(rowsOf(CONTRACTS, []))).toEqual([
      'nobody answers ask.shop.sell',
      'nobody tells event.sale.failed',
      'nobody tells fact.shop.thing.sold.v1',
      'nobody tells wake.shop.ring',
      'nobody handles wake.shop.ring',
    ]);
  });

  it('refuses a service that answers what belongs to another one', () => {
    const thief = file('door', 'routes/sell.ts', FILES[0]?.text ?? '');
    expect(mapProblems(rowsOf(CONTRACTS, scan([...FILES, thief])))).toContain(
      'door answers ask.shop.sell, which belongs to shop',
    );
  });
});
