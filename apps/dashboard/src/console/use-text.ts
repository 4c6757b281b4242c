import { useSpeech } from '../text/language.tsx';
import { consoleMessages } from '../text/console-messages.ts';
import { inLanguage } from '../text/messages.ts';

type ConsoleKey = keyof typeof consoleMessages;

/** The texts of the console in the user's language. They are separate from those of the dashboard, which does not load them. */
export function useText() {
  const { language } = useSpeech();
  return (key: ConsoleKey, values: Readonly<Record<string, string | number>> = {}): string =>
    inLanguage(language, consoleMessages[key], values);
}

/** A text whose key is computed; undefined for values that are newer than this page. */
export function useKnownText() {
  const text = useText();
  return (key: string): string | undefined =>
    Object.hasOwn(consoleMessages, key) ? text(key as ConsoleKey) : undefined;
}
