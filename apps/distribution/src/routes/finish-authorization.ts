import { finishAuthorization as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { finishAuthorization } from '../authorizations/finish-authorization.ts';
import type { Deps } from '../deps.ts';

export const finishAuthorizationRoute = (deps: Deps) =>
  answer(operation, (callback, { requestId }) => finishAuthorization(callback, requestId, deps));
