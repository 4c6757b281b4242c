import { accessOf } from '@estate/contracts';
import type { AccessKind } from '@estate/contracts';
import { apiKey } from './api-key.ts';
import { ftpLogin } from './ftp-login.ts';
import { none } from './none.ts';
import { redirectFlow } from './redirect-flow.ts';
import type { TargetAccess } from './target-access.ts';

const KINDS: { [Kind in AccessKind]: TargetAccess<Kind> } = {
  'ftp-login': ftpLogin,
  'redirect-flow': redirectFlow,
  'api-key': apiKey,
  none,
};

/** The kind of access of a type. The contract has checked that an input of the type has the shape of its kind. */
export const accessTo = (type: string): TargetAccess<AccessKind> => KINDS[accessOf(type)];
