import type { Target, TargetType } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { PRESETS, settingsDraftOf, settingsIn, withFiles } from './settings-draft.ts';
import { draftOf, inputOf } from './target-draft.ts';

const DEFAULTS = {
  fileName: '{provider}_{listingId}_{sequence}.zip',
  upload: 'renamed',
  checkSize: true,
  links: true,
  attachmentTypes: ['image/jpeg', 'image/png', 'application/pdf'],
} satisfies Target['settings'];
const type: TargetType = {
  type: 'openimmo-ftp',
  name: 'OpenImmo FTP',
  requiredCredentials: ['host', 'username', 'password'],
  supportsRequestCollection: true,
  tls: 'optional',
  settings: DEFAULTS,
};

describe('the settings in the form of a target', () => {
  it('settings that nobody touches are sent as they were, those that the form does not show included', () => {
    const settings = {
      ...DEFAULTS,
      ...{ maxImages: 12, pageDomains: ['example.org', 'example.com'] },
      propertyTypes: ['houseBuy' as const],
      reportFolder: { path: '/results', remove: true },
      reportWords: [{ words: 'zu groß', field: 'attachments' }],
    };
    expect(settingsIn(settingsDraftOf(settings))).toEqual(settings);
    const draft = draftOf({ settings } as unknown as Target, type);
    expect(inputOf(draft, type)).toMatchObject({ settings });
  });

  it('settings begin with the defaults of the type, and with what suits the chosen receiver', () => {
    expect(inputOf(draftOf(undefined, type), type)).toMatchObject({ settings: DEFAULTS });
    const website = settingsDraftOf({ ...DEFAULTS, ...PRESETS.website });
    expect(settingsIn(website)).toEqual({ ...DEFAULTS, maxImageEdge: 1920 });
  });

  it('settings of full transfers keep their night, which ends when they are no longer allowed', () => {
    const settings = {
      ...DEFAULTS,
      transfer: 'full' as const,
      nightlyFullTransfer: true,
      maxRemovedShare: 0.125,
    };
    const draft = settingsDraftOf(settings);
    expect(draft.maxRemoved).toBe('12.5');
    expect(settingsIn(draft)).toEqual(settings);
    expect(settingsIn({ ...draft, maxRemoved: '12,5' })).toEqual(settings);
    expect(settingsIn({ ...draft, transfer: 'partial' })).toEqual({ ...DEFAULTS, transfer: 'partial' });
  });

  it('settings that are emptied are left out', () => {
    const reportFolder = { path: 'results' };
    const draft = settingsDraftOf({ ...DEFAULTS, maxImages: 3, pageDomains: ['a.de'], reportFolder });
    expect(settingsIn(draft).reportFolder).toEqual(reportFolder);
    const emptied = { ...draft, maxImages: ' ', pageDomains: ', ', fileName: '', reportFolder: ' ' };
    const { fileName: _, ...others } = DEFAULTS;
    expect(settingsIn(emptied)).toEqual(others);
  });

  it('settings accept a kind of files and reject it again', () => {
    const draft = settingsDraftOf(DEFAULTS);
    const more = withFiles(draft, 'image/webp');
    expect(settingsIn(more).attachmentTypes).toEqual([...DEFAULTS.attachmentTypes, 'image/webp']);
    expect(settingsIn(withFiles(more, 'image/webp'))).toEqual(DEFAULTS);
  });

  it('a target of a type without settings sends none', () => {
    const { settings: _, ...named } = type;
    expect(inputOf(draftOf(undefined, named), named)).not.toHaveProperty('settings');
  });
});
