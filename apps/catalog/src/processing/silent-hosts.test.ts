import { beforeEach, describe, expect, it } from 'vitest';
import { SilentHosts } from './silent-hosts.ts';

const REMEMBERED_MS = 15_000;
const fileOf = (accountId: string, url: string) => ({ accountId, url });
const DEAD = fileOf('a', 'https://dead.example.org/1.jpg');
const silence = () => Promise.resolve('silence');
const isSilence = (result: string) => result === 'silence';

let now: Date;
let hosts: SilentHosts;
beforeEach(() => {
  now = new Date('2026-11-01T08:00:00.000Z');
  hosts = new SilentHosts({ rememberedMs: REMEMBERED_MS, clock: () => now });
});
const ask = (file = DEAD, answer = silence) => hosts.ask(file, answer, isSilence);

describe('a host that did not answer', () => {
  it('a host that did not answer is not asked again for a while', async () => {
    expect(hosts.silentForMs(DEAD)).toBeUndefined();
    expect(await ask()).toBe('silence');
    expect(hosts.silentForMs({ ...DEAD, url: 'https://dead.example.org/2.jpg' })).toBe(REMEMBERED_MS);
    now = new Date(now.getTime() + REMEMBERED_MS);
    expect(hosts.silentForMs(DEAD)).toBeUndefined();
  });

  it('a host that did not answer is silent for one account alone, and on one port alone', async () => {
    await ask();
    expect(hosts.silentForMs({ ...DEAD, accountId: 'b' })).toBeUndefined();
    expect(hosts.silentForMs({ ...DEAD, url: 'https://dead.example.org:8443/1.jpg' })).toBeUndefined();
    expect(hosts.silentForMs({ ...DEAD, url: 'https://www.example.org/1.jpg' })).toBeUndefined();
  });

  it('a host that did not answer is asked again as soon as it has answered anything', async () => {
    await ask();
    await ask(DEAD, () => Promise.resolve('404'));
    expect(hosts.silentForMs(DEAD)).toBeUndefined();
  });

  it('a host that did not answer is not taken for silent when it answered something else meanwhile', async () => {
    let end: (result: string) => void = () => undefined;
    const slow = ask(DEAD, () => new Promise((resolve) => (end = resolve)));
    await ask(DEAD, () => Promise.resolve('200'));
    end('silence');
    await slow;
    expect(hosts.silentForMs(DEAD)).toBeUndefined();
  });
});
