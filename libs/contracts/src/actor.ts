import { z } from 'zod';
import { EXAMPLE_ID } from './examples.ts';
import { Id } from './ids.ts';

/** The originator of a call or a change: an API key, a user, or the operator of the service. */
export const Actor = z
  .object({
    kind: z.string().max(30).meta({
      description:
        '`api_key`: a call with an API key. `dashboard`: a person who signed in to the dashboard with an API key. `user`: a user of the account. `operator`: the operator of the service. `import`: an import of an OpenImmo package. `link`: a person who opened a dashboard link. Further kinds are possible.',
    }),
    id: Id.optional().meta({
      description:
        'The id of the user, the import, the dashboard link or the API key; for `dashboard`, of the key that signed in. Absent for an operator without a key of their own.',
    }),
    name: z.string().max(200).optional().meta({
      description:
        'The name of the key, of the user or in the dashboard link; the file name of the import; the email address of a user without a name, and of an operator who signed in through a provider.',
    }),
  })
  .meta({
    id: 'Actor',
    description: 'Who caused something. Absent if the service did it by itself.',
    example: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
  });
export type Actor = z.infer<typeof Actor>;

/** The kinds of actors that this version knows. */
export const ACTOR_KINDS = ['api_key', 'dashboard', 'user', 'operator', 'import', 'link'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];
