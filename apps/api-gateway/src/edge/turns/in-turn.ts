import type { HttpRequest } from '@estate/http';
import type { Caller } from '../access/admission.ts';
import type { CallTurns } from './call-turns.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { placesOf } from './places-of.ts';

export interface Turn {
  apiRoute: Pick<ApiRoute, 'method'>;
  request: Pick<HttpRequest, 'query'>;
  caller: Pick<Caller, 'accountId' | 'operator'>;
  deps: { turns: Pick<CallTurns, 'run'> };
}

/** Runs a call when it is the turn of its account. Calls of operators are few, and must not wait. */
export const inTurn = <T>({ apiRoute, request, caller, deps }: Turn, work: () => Promise<T>): Promise<T> =>
  caller.accountId === '' || caller.operator
    ? work()
    : deps.turns.run(caller.accountId, work, { places: placesOf(apiRoute, request) });
