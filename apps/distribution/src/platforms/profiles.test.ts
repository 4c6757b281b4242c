import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { platformTable } from '../../test/platform-table.ts';
import { loadProfiles } from './profiles.ts';

const SHIPPED = fileURLToPath(new URL('../../profiles', import.meta.url));

describe('the profiles that are shipped', () => {
  it('the profiles that are shipped are valid, named after their type and say where they come from', async () => {
    const profiles = await loadProfiles(SHIPPED);
    expect([...profiles.keys()].sort()).toEqual([
      'immomio', 'immonet', 'immowelt', 'kleinanzeigen', 'komsis', 'nw-immo', 'privatimmobilien', 'wib', 'willhaben',
      'wohnungsboerse',
    ]); // oxfmt-ignore
    for (const { source } of profiles.values()) expect(source).toContain('not certified by the platform');
  });
});

describe('the page about platforms', () => {
  it('the page about platforms says what the profiles say', async () => {
    const path = fileURLToPath(new URL('../../../../docs/platforms.md', import.meta.url));
    const page = await readFile(path, 'utf8');
    const table = platformTable([...(await loadProfiles(SHIPPED)).values()]);
    const { code: formatted } = await format(path, table);
    expect(page).toContain(formatted.trim());
    expect(page).toContain('No profile is certified by its platform.');
  });
});

describe('an operator', () => {
  it('an operator adds a platform with a file in a directory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'profiles-'));
    const shipped = await readFile(join(SHIPPED, 'immowelt.json'), 'utf8');
    await writeFile(join(directory, 'own.json'), shipped.replace('"immowelt"', '"own-portal"'));
    expect([...(await loadProfiles(SHIPPED, directory)).keys()]).toContain('own-portal');
    await rm(directory, { recursive: true });
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

  it('bad profiles are all refused with file and reason', async () => {
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

  it('bad profiles say which value breaks which rule', async () => {
    await write('e.json', { ...valid, type: 'Portal', images: { types: ['image/png'], maxCount: 0 } });
    await write('f.json', { ...valid, type: 'marketplace-24', tls: 'no' });
    const refusal = loadProfiles(directory);
    await expect(refusal).rejects.toThrow(/e\.json: .*type must be lower case words/);
    await expect(refusal).rejects.toThrow(/e\.json: .*images\.types must contain image\/jpeg/);
    await expect(refusal).rejects.toThrow(/e\.json: .*images\.maxCount/);
    await expect(refusal).rejects.toThrow(/f\.json: .*type is taken by another kind of platform/);
    await expect(refusal).rejects.toThrow(/f\.json: .*tls/);
  });

  it('bad profiles may not take the type of a shipped one', async () => {
    await write('own.json', { ...valid, type: 'immowelt' });
    await expect(loadProfiles(SHIPPED, directory)).rejects.toThrow(/own\.json: type immowelt is taken/);
  });

  it('bad profiles do not disturb good ones being read alone', async () => {
    await write('a.json', valid);
    expect([...(await loadProfiles(directory)).keys()]).toEqual(['portal-one']);
  });
});
