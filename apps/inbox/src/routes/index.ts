import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { mailRoutes } from './mails.ts';
import { receivedMailRoutes } from './received-mails.ts';
import { reportFileRoutes } from './report-files.ts';
import { requestRoutes } from './requests.ts';
import { retentionRoutes } from './retention.ts';
import { statisticsRoutes } from './statistics.ts';

/** Every operation that the inbox answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  ...requestRoutes(deps),
  ...receivedMailRoutes(deps),
  ...mailRoutes(deps),
  ...reportFileRoutes(deps),
  ...retentionRoutes(deps),
  ...statisticsRoutes(deps),
];
