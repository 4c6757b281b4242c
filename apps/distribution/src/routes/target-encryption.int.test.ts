import { createListing, createTarget, getTarget, updateTarget } from '@estate/contracts';
import type { CertificateSeen } from '@estate/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { PROFILE } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';

let stage: Stage;
let id: string;

eachOnStage((opened) => {
  stage = opened;
});

const HOST = 'ftp.example.org';
const credentials = { host: HOST, username: 'agent', password: 'secret' };

beforeEach(async () => {
  ({ id } = await stage.ask(createTarget, { type: 'portal', credentials }));
});

const shown = async () => (await stage.ask(getTarget, { id })).encryption;
const saw = (certificate: CertificateSeen, host = HOST) =>
  stage.targets.rememberEncryption(id, { host, certificate });
const replace = (changes: { host?: string; secure?: boolean }) =>
  stage.ask(updateTarget, { id, type: 'portal', credentials: { ...credentials, ...changes } });

describe('the encryption of a target', () => {
  it('the encryption of a target is when-offered until its host was reached over TLS, and then required', async () => {
    expect(await shown()).toBe('when-offered');
    await saw('unverified');
    expect(await shown()).toBe('encrypted');
    await saw('valid');
    expect(await shown()).toBe('verified');
  });

  it('the encryption of a target does not get weaker by a late finding of another worker', async () => {
    await Promise.all([saw('unverified'), saw('valid'), saw('unverified')]);
    await saw('unverified');
    expect(await shown()).toBe('verified');
  });

  it('the encryption of a target starts anew with another host, whatever is found of the former one', async () => {
    await saw('valid');
    expect((await replace({ host: 'ftp2.example.org' })).encryption).toBe('when-offered');
    await saw('valid');
    expect(await shown()).toBe('when-offered');
    await saw('unverified', 'ftp2.example.org');
    expect(await shown()).toBe('encrypted');
  });

  it('the encryption of a target is kept over an update that names the same host', async () => {
    await saw('valid');
    expect((await replace({})).encryption).toBe('verified');
  });

  it('the encryption of a target is dropped by secure false alone, and found anew when that is left out again', async () => {
    await saw('valid');
    expect((await replace({ secure: false })).encryption).toBe('clear-text');
    await saw('valid');
    expect((await replace({})).encryption).toBe('when-offered');
  });

  it('the encryption of a target is verified where target or platform ask for it, and that finding counts afterwards', async () => {
    expect((await replace({ secure: true })).encryption).toBe('verified');
    await saw('valid');
    expect((await replace({})).encryption).toBe('verified');
    const elsewhere = { ...credentials, username: 'other' };
    const other = await stage.ask(createTarget, { type: 'portal', credentials: elsewhere });
    expect(other.encryption).toBe('when-offered');
    const profiles = stage.deps.profiles as Map<string, PlatformProfile>;
    profiles.set('portal', { ...PROFILE, tls: 'required' });
    expect((await stage.ask(getTarget, { id: other.id })).encryption).toBe('verified');
  });

  it('the platform knows the encryption of a target, and can report what it found', async () => {
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    await stage.work();
    expect(stage.portal.logins[0]?.encryption?.seen).toBeUndefined();
    await stage.portal.logins[0]?.encryption?.remember('unverified');
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    await stage.work();
    expect(stage.portal.logins[1]?.encryption?.seen).toBe('unverified');
    expect(await shown()).toBe('encrypted');
  });
});
