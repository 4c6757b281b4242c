import { linkReturnUrl, openedLink } from '../../api/opened-link.ts';
import type { PublishingSettings, Target, TargetInput, TargetType, TargetUpdate } from '@estate/client';
import { settingsDraftOf, settingsIn } from './settings-draft.ts';
import type { SettingsDraft } from './settings-draft.ts';

/** The choices for `credentials.secure`; `automatic` leaves it out. */
export const ENCRYPTION_CHOICES = ['automatic', 'always', 'never'] as const;
export type EncryptionChoice = (typeof ENCRYPTION_CHOICES)[number];

/** The choices for hidden addresses in the form; `account` leaves the setting out. */
export const HIDDEN_ADDRESS_CHOICES = ['account', 'flag', 'omit'] as const;
type HiddenAddressChoice = PublishingSettings['hiddenAddress'] | 'account';

const EMPTY = {
  name: '',
  host: '',
  port: '',
  username: '',
  password: '',
  path: '',
  providerNumber: '',
  apiKey: '',
};
const NOBODY = { firstName: '', lastName: '', email: '', phone: '' };

/** The kind of access to the accounts of a platform, according to its description. */
export function accessOf({ authorizationFlow, requiredCredentials, tls }: TargetType) {
  if (authorizationFlow === true) return 'approval';
  if (tls !== undefined) return 'login';
  return requiredCredentials.includes('apiKey') ? 'key' : 'open';
}

/** The state of the form of a target; empty texts for no value. */
export type Draft = typeof EMPTY &
  typeof NOBODY & {
    encryption: EncryptionChoice;
    autoCollectRequests: boolean;
    hiddenAddress: HiddenAddressChoice;
    /** Present for types with settings. */
    settings?: SettingsDraft;
  };

/** The initial draft: empty, or with the values of a target. */
export function draftOf(target: Target | undefined, type: TargetType): Draft {
  const { host, port, username, path, providerNumber, secure, contact } = target?.credentials ?? {};
  const { firstName, lastName, email, phone } = contact ?? {};
  return {
    ...EMPTY,
    ...NOBODY,
    ...given({ name: target?.name, host, port: port?.toString(), username, path, providerNumber }),
    ...given({ firstName, lastName, email, phone }),
    encryption: choiceOf(secure, type),
    autoCollectRequests: target?.autoCollectRequests ?? false,
    hiddenAddress: target?.hiddenAddress ?? 'account',
    ...settingsPart(target?.settings ?? type.settings),
  };
}

const settingsPart = (settings: Target['settings']) => settings && { settings: settingsDraftOf(settings) };

function choiceOf(secure: boolean | undefined, { tls }: TargetType): EncryptionChoice {
  if (secure === undefined || (!secure && tls === 'required')) return 'automatic';
  return secure ? 'always' : 'never';
}

/** The API keeps a stored password only for the same server and user, and at least the same encryption. */
export function isPasswordKept(draft: Draft, type: TargetType, target: Target): boolean {
  const before = draftOf(target, type);
  return serverIn(draft) === serverIn(before) && STRENGTH[draft.encryption] >= STRENGTH[before.encryption];
}

const serverIn = ({ host, port, username }: Draft): string =>
  JSON.stringify([host.toLowerCase(), port || '21', username]);

const STRENGTH: Readonly<Record<EncryptionChoice, number>> = { never: 0, automatic: 1, always: 2 };

/** The API's input; `kept` holds parts that the form does not show. */
export function inputOf(draft: Draft, type: TargetType, kept?: Target): TargetInput & TargetUpdate {
  const common = {
    ...given({ name: draft.name }),
    autoCollectRequests: type.supportsRequestCollection && draft.autoCollectRequests,
    ...(draft.hiddenAddress !== 'account' && { hiddenAddress: draft.hiddenAddress }),
    ...(draft.settings && { settings: settingsIn(draft.settings) }),
  };
  const access = ACCESS[accessOf(type)](draft, kept);
  return { type: type.type, ...common, ...access } as TargetInput & TargetUpdate;
}

/** The part of an input with the credentials. */
const ACCESS: Readonly<Record<ReturnType<typeof accessOf>, (draft: Draft, kept?: Target) => object>> = {
  approval: () => ({ redirectUrl: returnAddress() }),
  login: (draft, kept) => ({ credentials: loginIn(draft, kept) }),
  key: ({ apiKey }) => ({ credentials: given({ apiKey }) }),
  open: () => ({}),
};

function loginIn(draft: Draft, kept?: Target): object {
  const { passive } = kept?.credentials ?? {};
  const { host, port, username, password, path, providerNumber, encryption } = draft;
  return {
    ...given({ host, username, password, path, providerNumber }),
    ...(port !== '' && { port: Number(port) }),
    ...(passive !== undefined && { passive }),
    ...(encryption !== 'automatic' && { secure: encryption === 'always' }),
    ...contactOf(draft, kept),
  };
}

function contactOf({ firstName, lastName, email, phone }: Draft, kept?: Target): object {
  const typed = given({ firstName, lastName, email, phone });
  return Object.keys(typed).length === 0 ? {} : { contact: { ...kept?.credentials?.contact, ...typed } };
}

/** The address to which the platform redirects the end user. */
export const returnAddress = (): string =>
  linkReturnUrl() ??
  new URL(
    `${openedLink ? `${openedLink.base}/` : import.meta.env.BASE_URL}targets/return`,
    window.location.origin,
  ).href;

const given = <K extends string>(texts: Record<K, string | undefined>): Partial<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<string | undefined>(texts).filter(([, text]) => text !== undefined && text.trim() !== ''),
  ) as Partial<Record<K, string>>;
