import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { importQuestionRoutes } from './import-questions.ts';
import { importSourceRoutes } from './import-sources.ts';
import { importRoutes } from './imports.ts';

/** Everything the importer answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  ...importRoutes(deps),
  ...importSourceRoutes(deps),
  ...importQuestionRoutes(deps),
];
