import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadProfile } from './profile.ts';
import { PROFILES, profileOf } from './test-support/profile.ts';

it('the sandbox of the marketplace differs in its name and its hosts only', async () => {
  const types = ['marketplace-24', 'marketplace-24-sandbox'] as const;
  const [live, sandbox] = await Promise.all(types.map((type) => loadProfile({ type, profiles: PROFILES })));
  const plain = (profile: typeof live) => ({ ...profile, type: '', name: '', apiUrl: '', pageUrl: '' });
  expect(plain(sandbox)).toEqual(plain(live));
  for (const part of ['apiUrl', 'pageUrl'] as const) {
    const path = (text = '') => new URL(text).pathname;
    expect(path(sandbox?.[part])).toBe(path(live?.[part]));
    expect(sandbox?.[part]).not.toBe(live?.[part]);
  }
});

it('addresses of the environment stand in for those of a profile', async () => {
  expect(await profileOf('http://localhost:8084')).toMatchObject({
    apiUrl: 'http://localhost:8084/restapi',
    pageUrl: 'http://localhost:8084/expose/{id}',
  });
});

it('a bad profile is refused with its file and reason', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'marketplaces-'));
  await cp(PROFILES, directory, { recursive: true });
  await writeFile(join(directory, 'marketplace-24.json'), '{"type":"marketplace-24"}');
  const place = { type: 'marketplace-24', profiles: directory } as const;
  await expect(loadProfile(place)).rejects.toThrow(/marketplace-24\.json is refused.*apiUrl/s);
  await rm(directory, { recursive: true });
});
