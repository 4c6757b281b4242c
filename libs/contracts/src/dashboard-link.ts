import { z } from 'zod';
import { Actor } from './actor.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { distinct, someOf, filledLine } from './field-rules.ts';
import { Id, Timestamp } from './ids.ts';
import { RedirectUrl } from './target-input.ts';

/** The pages of the dashboard that a link can open. */
export const LINKED_PAGES = ['webhooks', 'targets'] as const;
export const LinkedPage = z.enum(LINKED_PAGES);
export type LinkedPage = z.infer<typeof LinkedPage>;

/** The time in which a link can be opened for the first time. */
export const LINK_OPENS_WITHIN_MINUTES = 10;
const SECONDS_LEAST = 300;
export const LINK_SECONDS_MOST = 12 * 3600;
export const LINK_SECONDS_DEFAULT = 3600;

/** An origin as browsers write it: lower case, no path; without TLS only on a developer's machine. */
const ORIGIN = /^(?:https:\/\/[a-z0-9.-]{1,253}|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

const Origin = z.string().max(300).regex(ORIGIN, {
  error: 'must be an origin in lower case such as https://app.example.org, or http://localhost with a port',
});

const pages = distinct(someOf(LinkedPage), 'must not contain a page twice').meta({
  description:
    'The pages that the link opens, with everything on them. `webhooks`: webhooks with their signing keys, deliveries and tests, and the events. `targets`: targets with their credentials, state and checks.',
});
const returnUrl = RedirectUrl.optional().meta({
  description:
    'The page of your software to which the pages lead back, and to which an end user returns who has connected a marketplace, with `targetId` and `status` added.',
});

export const DashboardLinkInput = z
  .strictObject({
    pages,
    name: filledLine(100).optional().meta({
      description: 'Who gets the link. The audit log shows the name beside what is done with the link.',
    }),
    expiresIn: z
      .int()
      .min(SECONDS_LEAST)
      .max(LINK_SECONDS_MOST)
      .optional()
      .meta({ description: `Seconds until the link and its session end. Default ${LINK_SECONDS_DEFAULT}.` }),
    embedOrigins: distinct(z.array(Origin).max(10), 'must not contain an origin twice').optional().meta({
      description:
        'The origins whose pages may show the pages in a frame. Browsers refuse all others. If omitted, no page may.',
    }),
    returnUrl,
  })
  .meta({
    id: 'DashboardLinkInput',
    example: { pages: ['webhooks'], name: 'Anna Adler', embedOrigins: ['https://app.example.org'] },
  });

/** Opens some pages of the dashboard without a sign-in. */
export const DashboardLink = z
  .object({
    id: Id,
    pages: z.array(z.string()),
    name: z.string().optional(),
    embedOrigins: z.array(z.string()),
    returnUrl: z.string().optional(),
    createdBy: Actor,
    createdAt: Timestamp,
    openBefore: Timestamp.meta({
      description: `The link must be opened before this time, ${LINK_OPENS_WITHIN_MINUTES} minutes after it was created.`,
    }),
    openedAt: Timestamp.optional().meta({ description: 'Absent until somebody has opened the link.' }),
    expiresAt: Timestamp.meta({ description: 'When the link and its session end. It is then removed.' }),
  })
  .meta({
    id: 'DashboardLink',
    description:
      'A link to some pages of the dashboard, for people who do not sign in. It ends early if the key or the user that created it is removed or loses the permission.',
    example: {
      id: EXAMPLE_ID,
      pages: ['webhooks'],
      name: 'Anna Adler',
      embedOrigins: ['https://app.example.org'],
      createdBy: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
      createdAt: EXAMPLE_TIME,
      openBefore: EXAMPLE_TIME,
      expiresAt: EXAMPLE_TIME,
    },
  });
export type DashboardLink = z.infer<typeof DashboardLink>;

/** The only response that contains the address. */
export const NewDashboardLink = DashboardLink.extend({
  url: z.string().meta({
    description:
      'Send it to the browser of one person, or use it as `src` of a frame. It can be opened once and contains a secret.',
  }),
}).meta({
  id: 'NewDashboardLink',
  example: {
    ...{ id: EXAMPLE_ID, pages: ['webhooks'], name: 'Anna Adler' },
    embedOrigins: ['https://app.example.org'],
    createdBy: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
    ...{ createdAt: EXAMPLE_TIME, openBefore: EXAMPLE_TIME, expiresAt: EXAMPLE_TIME },
    url: `https://api.example.org/dashboard/link/${EXAMPLE_ID}#Zm9ydHktdHdvLWJ5dGVzLW9mLXNlY3JldA`,
  },
});
export type NewDashboardLink = z.infer<typeof NewDashboardLink>;
