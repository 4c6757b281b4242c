import { listTargetTypes } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { flowTypeResource, targetTypeResource } from '../domain/target.ts';

export const listTargetTypesRoute = ({ flows, profiles }: Deps) =>
  answer(listTargetTypes, () =>
    Promise.resolve([
      ...[...profiles.values()].map(targetTypeResource),
      ...[...flows.values()].map(({ profile }) => flowTypeResource(profile)),
    ]),
  );
