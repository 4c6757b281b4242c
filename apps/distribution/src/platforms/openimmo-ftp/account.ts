import type { ContactFields } from '@estate/contracts';
import type { Envelope, Feedback } from '@estate/openimmo';
import type { PlatformTools, PublicationFailure, TargetAccount } from '../platform.ts';
import type { PlatformProfile } from '../profiles.ts';
import { providerOf } from './package-name.ts';

/** An account on a platform, with the data about it in documents. */
export interface Sender {
  account: TargetAccount;
  profile: PlatformProfile;
  tools: PlatformTools;
}

export function envelope({ account, profile, tools }: Sender, contact: ContactFields, at: Date): Envelope {
  const { providerNumber } = account.credentials;
  return {
    software: tools.software,
    provider: providerOf(account.credentials),
    providerNumber,
    contact,
    feedback: feedback({ account, profile, tools }),
    ...(account.reportEmailId !== undefined && {
      technicalEmail: tools.requestAddress(account.reportEmailId),
    }),
    at,
  };
}

function feedback({ account, profile, tools }: Sender): Feedback | undefined {
  if (!account.autoCollectRequests || !profile.requests.collect) return undefined;
  return {
    address: tools.requestAddress(account.emailId),
    replacesContact: profile.requests.via === 'replace-contact',
  };
}

/** The contact to fall back to: taking down an object must not fail for a missing contact. */
export const fallbackContact = ({ account, tools }: Sender): ContactFields =>
  account.credentials.contact ?? {
    lastName: providerOf(account.credentials),
    email: tools.requestAddress(account.emailId),
  };

/** The reason why credentials are unusable, before any connection; commands of the protocol are lines. */
export function unusableCredentials({ credentials }: TargetAccount): PublicationFailure | undefined {
  const final = { repeat: false, scope: 'target' as const };
  const isLine = (text = '') => !/[\r\n\0]/.test(text);
  if (!isLine(credentials.path)) {
    return { code: 'path_not_found', message: 'credentials.path contains a line break.', ...final };
  }
  if (isLine(credentials.username) && isLine(credentials.password)) return undefined;
  const message = 'credentials.username and credentials.password must not contain line breaks.';
  return { code: 'credentials_rejected', message, ...final };
}
