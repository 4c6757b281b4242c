import { expect, it } from 'vitest';
import { refusalsIn } from './refusals-in.ts';

const reply = (pid: number) =>
  `[${String(pid)}] 2026/11/22 23:33:33.250642 [ERR] 127.0.0.1:45372 - cid:56 - "v2.29.3:nats.js:distribution" - Publish Violation - User "distribution", Subject "_INBOX.api-gateway.J5DK.1q"`;
const publish = (pid: number) => reply(pid).replace('_INBOX.api-gateway.J5DK.1q', 'fact.catalog.x');
const start = (pid: number) => `[${String(pid)}] 2026/11/22 23:33:01.000000 [INF] Starting nats-server`;

it('a refused message is found before and after a restart of the broker', () => {
  const log = [start(1), publish(1), start(2), publish(2), ''].join('\n');
  expect(refusalsIn(log)).toEqual([publish(1), publish(2)]);
});

it('a refused reply is found in the first process of a broker only', () => {
  const log = [start(1), reply(1), start(2), reply(2), ''].join('\n');
  expect(refusalsIn(log)).toEqual([reply(1)]);
});
