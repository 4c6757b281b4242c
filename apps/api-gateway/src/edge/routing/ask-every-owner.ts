import type { InputOf, OutputOf } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { AskOptions } from '@estate/messaging';
import type { Asked, AskOwner } from './ask-owner.ts';
import type { Call } from './call.ts';

type ByOwner<O extends Asked> = Readonly<Record<string, O>>;

interface Asking {
  call: Call & AskOptions;
  askOwner: AskOwner;
}

/** The answers of every owner. @throws Unavailable if one of them does not answer */
export const askEveryOwner = <O extends Asked>(
  byOwner: ByOwner<O>,
  input: InputOf<O>,
  { call, askOwner }: Asking,
): Promise<OutputOf<O>[]> =>
  Promise.all(Object.values(byOwner).map((operation) => askOwner(operation, input as never, call)));

/** The answer of each service, and the services that did not answer. */
interface Reached<T> {
  answers: { service: string; answer: T }[];
  away: string[];
}

/** The answers of the available owners, and of the gateway itself if it has one. */
export async function askReachableOwners<O extends Asked>(
  byOwner: ByOwner<O>,
  input: InputOf<O>,
  { call, askOwner, own = {} }: Asking & { own?: Readonly<Record<string, Promise<OutputOf<O>>>> },
): Promise<Reached<OutputOf<O>>> {
  const reached: Reached<OutputOf<O>> = { answers: [], away: [] };
  const ofOwners = Object.entries(byOwner).map(
    ([service, operation]) => [service, askOwner(operation, input as never, call)] as const,
  );
  await Promise.all(
    [...Object.entries(own), ...ofOwners].map(async ([service, answering]) => {
      try {
        reached.answers.push({ service, answer: await answering });
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        reached.away.push(service);
      }
    }),
  );
  return { answers: reached.answers.toSorted(byService), away: reached.away.toSorted() };
}

/** Parts of the answers, each with the name of its service. */
export const withService = <T, P extends object>(
  { answers }: Pick<Reached<T>, 'answers'>,
  partsOf: (answer: T) => readonly P[],
): (P & { service: string })[] =>
  answers.flatMap(({ service, answer }) => partsOf(answer).map((part) => ({ ...part, service })));

const byService = ({ service: a }: { service: string }, { service: b }: { service: string }): number =>
  a < b ? -1 : 1;
