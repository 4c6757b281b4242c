import { listTargetTypes } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetTypeResource } from '../domain/target.ts';

export const listTargetTypesRoute = ({ profiles }: Deps) =>
  answer(listTargetTypes, () => Promise.resolve([...profiles.values()].map(targetTypeResource)));
