import { expect, it } from 'vitest';
import { refusalsIn } from './refusals-in.ts';

const refusal = (pid: number, subject: string) =>
  `[${String(pid)}] 2026/11/22 23:33:33.250642 [ERR] 127.0.0.1:45372 - cid:56 - "v2.29.3:nats.js:distribution" - Publish Violation - User "distribution", Subject "${subject}"`;
const start = (pid: number) => `[${String(pid)}] 2026/11/22 23:33:01.000000 [INF] Starting nats-server`;

it('refused messages and replies are found before and after a restart of the broker', () => {
  const refused = [refusal(1, 'fact.catalog.x'), refusal(2, 'fact.catalog.x'), refusal(2, '_INBOX.rek.J5DK')];
  const [first = '', ...later] = refused;
  expect(refusalsIn([start(1), first, start(2), ...later, ''].join('\n'))).toEqual(refused);
});
