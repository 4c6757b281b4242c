import { ANY_PORTAL, settingsOf } from '@estate/contracts';
import type { FtpSettings } from '@estate/contracts';
import type { openimmoFtp } from './openimmo-ftp/index.ts';
import type { Platform, PlatformTools, TargetAccount } from './platform.ts';
import type { PlatformProfile } from './profiles.ts';

/** A target without its secrets. */
interface Described {
  type: string;
  settings?: FtpSettings;
  credentials?: { host: string };
}

/** The profile of a target: that of its type, or made of its own settings; undefined for an unknown type. */
export function profileOf(
  { type, settings, credentials }: Described,
  profiles: ReadonlyMap<string, PlatformProfile>,
): PlatformProfile | undefined {
  const profile = profiles.get(type);
  return profile && type === ANY_PORTAL ? profileFrom(settings, credentials?.host ?? profile.name) : profile;
}

/** The settings of a customer in the form of a profile; without a name, the type is the name. */
export function profileFrom(
  settings?: FtpSettings,
  name = 'OpenImmo FTP',
): PlatformProfile & { type: typeof ANY_PORTAL } {
  const { requestAddress, attachmentTypes, transfer, ...own } = settingsOf(settings);
  const { maxImages, maxImageBytes, maxImageEdge, reportWords, pageDomains, ...common } = own;
  return {
    ...common,
    type: ANY_PORTAL,
    name,
    requiredCredentials: ['host', 'username', 'password'],
    tls: 'optional',
    passive: true,
    defaultPath: '',
    images: {
      types: attachmentTypes,
      ...(maxImages !== undefined && { maxCount: maxImages }),
      ...(maxImageBytes !== undefined && { maxBytes: maxImageBytes }),
      ...(maxImageEdge !== undefined && { longestEdge: maxImageEdge }),
    },
    requests: {
      collect: requestAddress !== 'none',
      via: requestAddress === 'replacesContact' ? 'replace-contact' : 'email_feedback',
    },
    fullTransfer: transfer === 'full',
    ...(reportWords?.length && { reportWords }),
    ...(pageDomains?.length && { pageDomains }),
    source: 'The settings of the target.',
  };
}

/** A portal or website whose packages follow the settings of its target. */
export function anyPortal(make: typeof openimmoFtp, tools: PlatformTools): Platform {
  const { format, carries } = make(profileFrom(), tools);
  const of = ({ settings, credentials }: TargetAccount) =>
    make(profileFrom(settings, credentials.host), tools);
  return {
    format,
    carries,
    open: (account, ...how) => of(account).open(account, ...how),
    preview: (account, publication) => of(account).preview(account, publication),
    problems: (account, snapshot) => of(account).problems(account, snapshot),
    check: (account, signal) => of(account).check(account, signal),
  };
}
