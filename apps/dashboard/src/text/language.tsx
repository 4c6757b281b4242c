import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { storageOf } from './browser-storage.ts';
import { LANGUAGES, messageIn } from './messages.ts';
import type { Language, MessageKey } from './messages.ts';

const STORED_AS = 'estate-language';

interface Speech {
  language: Language;
  t: (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;
  switchLanguage: () => void;
}

const SpeechContext = createContext<Speech | undefined>(undefined);

/** Provides the chosen language, else that of the browser. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech = useMemo<Speech>(
    () => ({
      language,
      t: (key, values) => messageIn(language, key, values),
      switchLanguage: () => {
        const next = language === 'en' ? 'de' : 'en';
        storageOf('localStorage')?.setItem(STORED_AS, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

function firstLanguage(): Language {
  const stored = storageOf('localStorage')?.getItem(STORED_AS);
  const wanted = [stored, ...navigator.languages].map((one) => one?.slice(0, 2));
  return (
    LANGUAGES.find((language) => language === wanted.find((one) => one === 'de' || one === 'en')) ?? 'en'
  );
}

/** The texts of the page in the reader's language. @throws Error outside of a LanguageProvider */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useSpeech belongs inside a LanguageProvider');
  return speech;
}
