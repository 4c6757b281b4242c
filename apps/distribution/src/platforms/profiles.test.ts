import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadProfiles } from './profiles.ts';

const SHIPPED = fileURLToPath(new URL('../../profiles', import.meta.url));

describe('the profiles that are shipped', () => {
  it('are valid, named after their type and say where they come from', async () => {
    const profiles = await loadProfiles(SHIPPED);
    expect([...profiles.keys()].sort()).toEqual([
      'immomio', 'immonet', 'immowelt', 'kleinanzeigen', 'komsis', 'nw-immo', 'privatimmobilien', 'wib', 'willhaben',
      'wohnungsboerse',
    ]); // prettier-ignore
    for (const { source } of profiles.values()) expect(source).toContain('not certified by the platform');
  });
});

describe('bad profiles', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'profiles-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const valid = {
    type: 'portal-one',
    name: 'Portal One',
    requiredCredentials: ['host'],
    tls: 'optional',
    passive: true,
    defaultPath: '',
    fileName: '{listingId}_{sequence}.zip',
    images: { types: ['image/jpeg'] },
    formatNames: 'extension',
    links: false,
    requests: { collect: false, via: 'email_feedback' },
    charset: 'UTF-8',
    source: 'test',
  };
  const write = (name: string, content: unknown) =>
    writeFile(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content));

  it('are all refused with file and reason', async () => {
    await write('a.json', valid);
    await write('b.json', '{');
    await write('c.json', { ...valid, type: 'x', fileName: '{time}.zip', colour: 'red' });
    await write('d.json', valid);
    await write('readme.md', 'no profile');
    const refusal = loadProfiles(directory);
    await expect(refusal).rejects.toThrow(/b\.json: is not JSON/);
    await expect(refusal).rejects.toThrow(/c\.json: .*fileName must contain \{listingId\} and \{sequence\}/);
    await expect(refusal).rejects.toThrow(/c\.json: .*colour/);
    await expect(refusal).rejects.toThrow(/d\.json: type portal-one is taken/);
  });

  it('do not disturb good ones being read alone', async () => {
    await write('a.json', valid);
    expect([...(await loadProfiles(directory)).keys()]).toEqual(['portal-one']);
  });
});
