import type { AnswersOf } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';
import type { Stores } from '../stores/open-stores.ts';
import { answerUnknownAccounts } from './list-unknown-accounts.ts';

/** The operations that the gateway implements for other services. */
export const answers = (stores: Pick<Stores, 'accounts' | 'closings'>): AnswersOf<Manifest> => [
  answerUnknownAccounts(stores),
];
