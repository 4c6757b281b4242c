import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { logoRoutes } from './account-logo.ts';
import { attachmentRoutes } from './attachments.ts';
import { contactRoutes } from './contacts.ts';
import { propertyRoutes } from './properties.ts';
import { propertyQuestionRoutes } from './property-questions.ts';

/** Every operation that the catalog answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  ...contactRoutes(deps),
  ...propertyRoutes(deps),
  ...attachmentRoutes(deps),
  ...propertyQuestionRoutes(deps),
  ...logoRoutes(deps),
];
