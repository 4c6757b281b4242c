import { useSpeech } from '../text/language.tsx';
import { consoleMessages } from '../text/console-messages.ts';
import { inLanguage } from '../text/messages.ts';

type ConsoleKey = keyof typeof consoleMessages;

/** The texts of the console in the reader's language. They are apart from those of the dashboard, which does not load them. */
export function useText() {
  const { language } = useSpeech();
  return (key: ConsoleKey, values: Readonly<Record<string, string | number>> = {}): string =>
    inLanguage(language, consoleMessages[key], values);
}

/** A text whose key is made of data; undefined for data that are newer than this page. */
export function useKnownText() {
  const text = useText();
  return (key: string): string | undefined =>
    Object.hasOwn(consoleMessages, key) ? text(key as ConsoleKey) : undefined;
}
