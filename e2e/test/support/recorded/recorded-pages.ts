import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { LOOKS, load, openReader, signIn } from './page-reader.ts';
import type { Look, Reader } from './page-reader.ts';
import { OF_SESSION, RECORD_AGAIN } from './recording.ts';
import type { Recording } from './recording.ts';
import { serveRecording } from './serve-recording.ts';

/** The pages of an account in two windows, with recorded answers. */
export interface RecordedPages {
  readers: [english: Reader, german: Reader];
  /** Signs in in both windows. */
  signIn(): Promise<void>;
  /** Expects that the answers to all that a page asks for are recorded. */
  expectAnswers(name: string): void;
  /** Expects that every recorded answer was used, and that nothing complained. */
  expectExhausted(): void;
  close(): void;
}

interface Opened {
  recording: Recording;
  /** Whose answers. */
  account: string;
  app: '/dashboard' | '/operator';
}

export async function openRecorded(
  browser: Browser,
  { recording, account, app }: Opened,
): Promise<RecordedPages> {
  const system = await serveRecording(recording, account);
  const base = `${system.url}${app}`;
  // Which size of an image a page asks for depends on its window, and a session is begun once.
  const data = recording.answers.filter(
    ({ mediaType, request }) => !mediaType.startsWith('image/') && !OF_SESSION.test(request),
  );
  const asks = (address: string) =>
    data.flatMap(({ of, request }) => (of[account] === address ? [request] : []));
  const open = (look: Look) =>
    openReader(browser, { base, look, at: recording.at, asks, isStale: () => system.missing.size > 0 });
  const readers: [Reader, Reader] = [await open(LOOKS.en), await open(LOOKS.de)];
  const expectAnswers = (name: string) => {
    const what = `${name} asks for what is not recorded: ${RECORD_AGAIN}`;
    expect([...system.missing], what).toEqual([]);
  };
  return {
    readers,
    expectAnswers,
    signIn: async () => {
      for (const reader of readers) {
        await load(reader, '/');
        await signIn(reader, 'recorded');
      }
      // Who comes back is still signed in, in any language.
      await load(readers[0], '/');
    },
    expectExhausted: () => {
      expectAnswers(`a page of the ${account}`);
      const wrong = readers.flatMap(({ complaints, outside }) => [...complaints, ...outside]);
      expect.soft(wrong, `the console of the browser on pages of the ${account}`).toEqual([]);
      const unused = `no page of the ${account} asks for these recorded answers: ${RECORD_AGAIN}`;
      expect.soft(system.unused(), unused).toEqual([]);
    },
    close: system.close,
  };
}
