import type { Target } from '@estate/client';

type Settings = NonNullable<Target['settings']>;

/** Settings with a fixed set of values. */
export const SETTING_CHOICES = {
  upload: ['renamed', 'direct'],
  charset: ['UTF-8', 'ISO-8859-1'],
  formatNames: ['extension', 'media-type'],
  unchangedAttachments: ['again', 'reference'],
  coldRent: ['schema', 'base'],
  requestAddress: ['additional', 'replacesContact', 'none'],
  transfer: ['partial', 'full'],
} as const satisfies { [Name in keyof Settings]?: readonly Settings[Name][] };
export const CHOICE_NAMES = Object.keys(SETTING_CHOICES) as (keyof typeof SETTING_CHOICES)[];

export const SETTING_SWITCHES = ['checkSize', 'links', 'removeReports'] as const;
export const SETTING_TEXTS = ['fileName', 'pageDomains', 'reportFolder'] as const;
export const SETTING_NUMBERS = ['maxImages', 'maxImageBytes', 'maxImageEdge'] as const;
/** File types besides JPEG, which every receiver accepts. */
export const FURTHER_FILES = ['image/png', 'image/webp', 'application/pdf'] as const;

type TextName = (typeof SETTING_TEXTS)[number];
type NumberName = (typeof SETTING_NUMBERS)[number];

/** The settings of a target as typed text; empty for none. */
export type SettingsDraft = Omit<Settings, TextName | NumberName | 'maxRemovedShare'> &
  Record<TextName | NumberName, string> & {
    removeReports: boolean;
    /** A percentage, as typed text. */
    maxRemoved: string;
  };

const PERCENT = 100;
const DIGITS = 4;

/** The kinds of receivers, with their differences from the defaults. */
export const PRESETS = { portal: {}, website: { maxImageEdge: 1920 } } as const satisfies Record<
  string,
  Settings
>;
export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

/** The initial draft: with the settings of a target, or the defaults of its type. */
export function settingsDraftOf(settings: Settings): SettingsDraft {
  const { fileName = '', pageDomains = [], reportFolder, maxRemovedShare: share, ...others } = settings;
  const { maxImages, maxImageBytes, maxImageEdge } = settings;
  return {
    ...others,
    ...{ fileName, pageDomains: pageDomains.join(', ') },
    reportFolder: reportFolder?.path ?? '',
    removeReports: reportFolder?.remove ?? false,
    maxRemoved: share === undefined ? '' : String(Number((share * PERCENT).toFixed(DIGITS))),
    maxImages: shown(maxImages),
    maxImageBytes: shown(maxImageBytes),
    maxImageEdge: shown(maxImageEdge),
  };
}

const shown = (limit: number | undefined): string => limit?.toString() ?? '';

/** The settings in the format of the API. */
export function settingsIn(draft: SettingsDraft): Settings {
  const { fileName, pageDomains, maxImages, maxImageBytes, maxImageEdge, ...more } = draft;
  const { reportFolder: path, removeReports: remove, maxRemoved, nightlyFullTransfer, ...others } = more;
  const domains = pageDomains.split(/[\s,;]+/).filter((domain) => domain !== '');
  const number = (name: NumberName, text: string) => (text.trim() === '' ? {} : { [name]: Number(text) });
  return {
    ...others,
    ...(fileName.trim() !== '' && { fileName }),
    ...(domains.length > 0 && { pageDomains: domains }),
    ...(path.trim() !== '' && { reportFolder: { path: path.trim(), ...(remove && { remove }) } }),
    ...number('maxImages', maxImages),
    ...number('maxImageBytes', maxImageBytes),
    ...number('maxImageEdge', maxImageEdge),
    ...(others.transfer === 'full' && nightIn(nightlyFullTransfer, maxRemoved)),
  };
}

/** Only full transfers have nightly settings. */
const nightIn = (nightly: boolean | undefined, maxRemoved: string): Settings => ({
  ...(nightly !== undefined && { nightlyFullTransfer: nightly }),
  ...(maxRemoved.trim() !== '' && { maxRemovedShare: Number(maxRemoved.replace(',', '.')) / PERCENT }),
});

/** Adds or removes an accepted file type. */
export function withFiles(
  { attachmentTypes = ['image/jpeg'], ...others }: SettingsDraft,
  type: (typeof FURTHER_FILES)[number],
): SettingsDraft {
  const isThere = attachmentTypes.includes(type);
  const types = isThere ? attachmentTypes.filter((one) => one !== type) : [...attachmentTypes, type];
  return { ...others, attachmentTypes: types };
}
