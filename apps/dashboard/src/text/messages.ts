import { commonMessages } from './common-messages.ts';
import { failureMessages } from './failure-messages.ts';
import { overviewMessages } from './overview-messages.ts';
import { targetMessages } from './target-messages.ts';
import { webhookMessages } from './webhook-messages.ts';

/** Every text of the dashboard in both languages. */
export const messages = {
  ...commonMessages,
  ...overviewMessages,
  ...targetMessages,
  ...webhookMessages,
  ...failureMessages,
};

export type MessageKey = keyof typeof messages;

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The message in a language, `{name}` replaced by the value of that name. */
export function messageIn(
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = messages[key][LANGUAGES.indexOf(language)] ?? messages[key][0];
  return text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}

/** A message whose key is made of data, such as `code.` and a failure code; undefined for a code that is newer than this page. */
export const knownKey = (key: string): MessageKey | undefined =>
  Object.hasOwn(messages, key) ? (key as MessageKey) : undefined;
