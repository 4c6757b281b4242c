import { expect, it } from 'vitest';
import { DATA_PORTS, freePort } from './ports.ts';

it('a free port is given once, and is never one of the data ports of the FTP server', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 150; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(DATA_PORTS.first);
});
