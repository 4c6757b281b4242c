import {
  createListing,
  createTarget,
  explainTarget,
  getTarget,
  listTargetTypes,
  settingsOf,
  updateTarget,
} from '@estate/contracts';
import type { FtpSettings } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { profileFrom } from '../platforms/any-portal.ts';
import type { AnyPlatform } from '../platforms/platform.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';

const type = 'openimmo-ftp';
let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
  (stage.deps.profiles as Map<string, PlatformProfile>).set(type, profileFrom());
  (stage.deps.platforms as Map<string, AnyPlatform>).set(type, stage.portal.platform);
});

const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
const create = (settings?: FtpSettings) =>
  stage.ask(createTarget, { type, credentials, ...(settings && { settings }) });

describe('the settings of a target', () => {
  it('the settings of a target are shown with all defaults, and sent back unchanged they change nothing', async () => {
    const made = await create();
    expect(made.settings).toEqual(settingsOf());
    const { id, settings } = made;
    const replaced = await stage.ask(updateTarget, { id, type, credentials, settings });
    expect(replaced.settings).toEqual(made.settings);
  });

  it('the settings of a target can be changed and left out again, each time with its listings published again', async () => {
    const { id } = await create({ charset: 'ISO-8859-1', maxImages: 5 });
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    await stage.work();
    expect(stage.portal.sent).toHaveLength(1);
    const changed = await stage.ask(updateTarget, { id, type, credentials, settings: { maxImages: 6 } });
    expect(changed.settings).toEqual(settingsOf({ maxImages: 6 }));
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
    expect(stage.portal.logins.map(({ settings }) => settings?.maxImages)).toEqual([5, 6]);
    await stage.ask(updateTarget, { id, type, credentials });
    expect((await stage.ask(getTarget, { id })).settings).toEqual(settingsOf());
  });

  it('a target of a type with a profile has no settings', async () => {
    const id = await stage.addTarget();
    expect(await stage.ask(getTarget, { id })).not.toHaveProperty('settings');
  });

  it('a target whose settings say that no requests are sent cannot collect them, and its customer reads why', async () => {
    const settings = { requestAddress: 'none' } as const;
    const problem = { path: 'autoCollectRequests', code: 'request-collection-unsupported' };
    const input = { type, credentials, settings, autoCollectRequests: true };
    await expect(stage.ask(createTarget, input)).rejects.toMatchObject({ problems: [problem] });
    const { password: _, ...known } = credentials;
    const question = { ...input, credentials: known, hasPassword: true };
    expect(await stage.ask(explainTarget, question)).toMatchObject({ problems: [problem] });
    expect(await stage.ask(explainTarget, { ...question, settings: {} })).toEqual({ problems: [] });
  });

  it.each([
    ['removes files of a folder that another one reads', false, true, 'settings.reportFolder.remove'],
    ['reads a folder whose files another one removes', true, false, 'settings.reportFolder.path'],
  ])('a target that %s is refused', async (_title, first, second, path) => {
    const at = (directory: string, results: string, remove: boolean) => ({
      ...{ type, credentials: { ...credentials, path: directory } },
      settings: { reportFolder: { path: results, remove } },
    });
    await stage.ask(createTarget, { type, credentials });
    await stage.ask(createTarget, at('/a', '../results', first));
    const refused = { problems: [{ path, code: 'invalid-input' }] };
    await expect(stage.ask(createTarget, at('/b', '/results/', second))).rejects.toMatchObject(refused);
    const { id } = await stage.ask(createTarget, at('/b', '/other', second));
    const change = { id, ...at('/b', '/results', second) };
    await expect(stage.ask(updateTarget, change)).rejects.toMatchObject(refused);
    await stage.ask(updateTarget, { id, ...at('/b', '/other', true) });
  });

  it('two targets that only read a folder share it', async () => {
    const settings = { reportFolder: { path: '/results' } };
    for (const path of ['/a', '/b']) {
      const target = await stage.ask(createTarget, { type, credentials: { ...credentials, path }, settings });
      expect(target.settings).toMatchObject(settings);
    }
  });

  it('the type of targets with settings is described with their defaults', async () => {
    const types = await stage.ask(listTargetTypes, {});
    const described = types.find((one) => one.type === type);
    expect(described).toMatchObject({
      requiredCredentials: ['host', 'username', 'password'],
      settings: settingsOf(),
    });
    expect(types.filter(({ settings }) => settings)).toHaveLength(1);
  });
});
