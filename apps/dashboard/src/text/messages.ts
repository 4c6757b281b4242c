import type { accountMessages } from './account-messages.ts';
import type { activityMessages } from './activity-messages.ts';
import type { closingMessages } from './closing-messages.ts';
import { commonMessages } from './common-messages.ts';
import { contactMessages } from './contact-messages.ts';
import type { Message } from './define-messages.ts';
import { eventMessages } from './event-messages.ts';
import { failureMessages } from './failure-messages.ts';
import type { firstStepsMessages } from './first-steps-messages.ts';
import type { imageMessages } from './image-messages.ts';
import type { jobMessages } from './job-messages.ts';
import type { importMessages } from './import-messages.ts';
import type { importReasonMessages } from './import-reason-messages.ts';
import type { importRemedyMessages } from './import-remedy-messages.ts';
import type { platformStateMessages } from './platform-state-messages.ts';
import type { photoMessages } from './photo-messages.ts';
import type { problemMessages } from './problem-messages.ts';
import type { statisticsMessages } from './statistics-messages.ts';
import type { stillOnlineMessages } from './still-online-messages.ts';
import { keyboardMessages } from './keyboard-messages.ts';
import type { linkMessages } from './link-messages.ts';
import { lookMessages } from './look-messages.ts';
import { mailMessages } from './mail-messages.ts';
import { overviewMessages } from './overview-messages.ts';
import { portalMessages } from './portal-messages.ts';
import type { privacyMessages } from './privacy-messages.ts';
import { propertyMessages } from './property-messages.ts';
import type { publishingMessages } from './publishing-messages.ts';
import type { requestMessages } from './request-messages.ts';
import { searchMessages } from './search-messages.ts';
import { successMessages } from './success-messages.ts';
import { targetMessages } from './target-messages.ts';
import type { targetSettingsMessages } from './target-settings-messages.ts';
import { timelineMessages } from './timeline-messages.ts';
import type { traceMessages } from './trace-messages.ts';
import { usageMessages } from './usage-messages.ts';
import { userMessages } from './user-messages.ts';
import { webhookMessages } from './webhook-messages.ts';

/** The texts of the first screen in both languages; pages add their own. */
export const messages = {
  ...commonMessages,
  ...keyboardMessages,
  ...portalMessages,
  ...contactMessages,
  ...lookMessages,
  ...mailMessages,
  ...overviewMessages,
  ...propertyMessages,
  ...searchMessages,
  ...successMessages,
  ...targetMessages,
  ...timelineMessages,
  ...usageMessages,
  ...userMessages,
  ...webhookMessages,
  ...eventMessages,
  ...failureMessages,
};

export type MessageKey =
  | keyof typeof messages
  | keyof typeof accountMessages
  | keyof typeof activityMessages
  | keyof typeof closingMessages
  | keyof typeof firstStepsMessages
  | keyof typeof imageMessages
  | keyof typeof importMessages
  | keyof typeof jobMessages
  | keyof typeof linkMessages
  | keyof typeof importReasonMessages
  | keyof typeof importRemedyMessages
  | keyof typeof photoMessages
  | keyof typeof privacyMessages
  | keyof typeof platformStateMessages
  | keyof typeof problemMessages
  | keyof typeof publishingMessages
  | keyof typeof requestMessages
  | keyof typeof statisticsMessages
  | keyof typeof stillOnlineMessages
  | keyof typeof targetSettingsMessages
  | keyof typeof traceMessages;

const known: Record<string, Message> = { ...messages };

/** Adds texts of pages that are loaded later. */
export const addMessages = (more: Readonly<Record<string, Message>>): void => {
  Object.assign(known, more);
};

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The message in a language, with each `{name}` replaced by its value. */
export function messageIn(
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const message = known[key];
  if (!message) throw new Error(`the text ${key} has not been added`);
  return inLanguage(language, message, values);
}

/** `{name}`, or `{name|one|many}` for singular and plural. */
const MARK = /\{(\w+)(?:\|([^{}]*))?\}/g;

/** One message in a language, with each mark replaced by its value or by the singular or plural. */
export function inLanguage(
  language: Language,
  message: Message,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = message[LANGUAGES.indexOf(language)] ?? message[0];
  return text.replaceAll(MARK, (mark, name: string, words?: string) => {
    const value = String(values[name] ?? mark);
    const [one, more] = words?.split('|') ?? [];
    return (value === '1' ? one : more) ?? value;
  });
}

/** A message whose key is computed, such as `code.` and a failure code; undefined for a code that is newer than this page. */
export const knownKey = (key: string): MessageKey | undefined =>
  Object.hasOwn(known, key) ? (key as MessageKey) : undefined;
