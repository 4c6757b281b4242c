import { describe, expect, it } from 'vitest';
import { settingsOf } from './ftp-settings.ts';
import { problemsOf } from './problems.ts';
import { createTarget, updateTarget } from './target.ts';

const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };

/** The fields that both inputs refuse, each with the reason. */
function refusals(settings: unknown, type = 'openimmo-ftp'): string[] {
  const target = { type, credentials, settings };
  const [created, updated] = [target, { ...target, id: 'x' }].map((given, index) => {
    const { input } = index === 0 ? createTarget : updateTarget;
    const { error } = input.safeParse(given);
    return error ? problemsOf(error, given).map(({ message }) => message) : [];
  });
  expect(updated).toEqual(created);
  return created ?? [];
}

describe('the settings of a target without a profile', () => {
  it('settings are optional, and each of them has a default', () => {
    expect(refusals(undefined)).toEqual([]);
    expect(refusals({})).toEqual([]);
    expect(refusals(settingsOf())).toEqual([]);
    expect(settingsOf({ maxImages: 10, charset: 'ISO-8859-1' })).toMatchObject({
      fileName: '{provider}_{listingId}_{sequence}.zip',
      upload: 'renamed',
      checkSize: true,
      charset: 'ISO-8859-1',
      maxImages: 10,
      transfer: 'partial',
    });
  });

  it('settings of a type with a profile are refused', () => {
    expect(refusals({}, 'immowelt')).toEqual(['settings is only for the type openimmo-ftp']);
  });

  it.each([
    [{ fileName: '{listingId}_{sequence}.xml' }, 'settings.fileName must end with .zip'],
    [{ fileName: '{listingId}.zip' }, 'settings.fileName must contain {listingId} and {sequence}'],
    [{ fileName: '{listingId}_{sequence}_{listingId}.zip' }, 'settings.fileName must contain each of'],
    [{ fileName: '../{listingId}_{sequence}.zip' }, 'settings.fileName may contain'],
    [{ attachmentTypes: ['image/png'] }, 'settings.attachmentTypes must contain image/jpeg'],
    [{ attachmentTypes: ['image/jpeg', 'image/jpeg'] }, 'settings.attachmentTypes must not contain a type'],
    [{ maxImages: 0 }, 'settings.maxImages'],
    [{ maxImageBytes: 10 }, 'settings.maxImageBytes'],
    [{ maxImageEdge: 20 }, 'settings.maxImageEdge'],
    [{ charset: 'UTF-7' }, 'settings.charset'],
    [{ transfer: 'none' }, 'settings.transfer'],
    [{ propertyTypes: [] }, 'settings.propertyTypes'],
    [{ propertyTypes: ['castleBuy'] }, 'settings.propertyTypes.0'],
    [{ pageDomains: ['https://example.org/'] }, 'settings.pageDomains.0 must be a domain'],
    [{ reportWords: [{ words: 'x', field: 'title' }] }, 'settings.reportWords.0.words'],
    [{ colour: 'red' }, 'settings.colour is not a known field'],
  ])('settings that cannot work are refused by name: %j', (settings, start) => {
    const [first, ...others] = refusals(settings);
    expect(first).toMatch(new RegExp(`^${start.replaceAll(/[{}.]/g, '\\$&')}`));
    expect(others).toEqual([]);
  });

  it('a name with the time is refused where packages get their names at once', () => {
    const fileName = '{listingId}_{sequence}_{time}.zip';
    expect(refusals({ fileName })).toEqual([]);
    expect(refusals({ fileName, upload: 'direct' })).toEqual([
      expect.stringMatching(/^settings\.fileName must not contain \{time\} if upload is direct/),
    ]);
  });
});
