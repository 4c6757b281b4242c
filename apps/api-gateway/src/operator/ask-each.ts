import { Unavailable } from '@estate/errors';

/** What each service answered, and the services that did not. */
interface Asked<T> {
  answers: { service: string; answer: T }[];
  away: string[];
}

/** Asks several services the same; one that is unavailable is named instead of asked for ever. */
export async function askEach<T>(asks: Readonly<Record<string, () => Promise<T>>>): Promise<Asked<T>> {
  const asked: Asked<T> = { answers: [], away: [] };
  await Promise.all(
    Object.entries(asks).map(async ([service, ask]) => {
      try {
        asked.answers.push({ service, answer: await ask() });
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        asked.away.push(service);
      }
    }),
  );
  return { answers: asked.answers.toSorted(byService), away: asked.away.toSorted() };
}

const byService = ({ service: a }: { service: string }, { service: b }: { service: string }): number =>
  a < b ? -1 : 1;
