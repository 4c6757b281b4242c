import { withSpan } from '@estate/observability';
import { carries, encodeXml } from '@estate/openimmo';
import type { Opening, Platform, PlatformTools } from '../platform.ts';
import type { PlatformProfile } from '../profiles.ts';
import { unusableCredentials, type Sender } from './account.ts';
import { checkAccount } from './check.ts';
import { ftpSpan } from './delivery/ftp-span.ts';
import { dial } from './delivery/connection.ts';
import { documentOf } from './pack.ts';
import { findProblems } from './problems.ts';
import { beginSession } from './session.ts';

/** A portal that takes OpenImmo packages by FTP; portals differ in their profiles only. */
export function openimmoFtp(profile: PlatformProfile, tools: PlatformTools): Platform {
  return {
    open: (account, signal, isHeld) => open({ account, profile, tools }, signal, isHeld),
    preview(account, publication) {
      const { root } = documentOf({ account, profile, tools }, publication);
      const document = encodeXml(root, profile.charset);
      if (profile.charset === 'UTF-8') return { mediaType: 'application/xml', body: document.toString() };
      // The characters and references as in the package; the response and its declaration are in UTF-8.
      const body = document.toString('latin1').replace(`encoding="${profile.charset}"`, 'encoding="UTF-8"');
      return { mediaType: 'application/xml', body };
    },
    format: 'OpenImmo',
    carries,
    problems: (account, snapshot) => findProblems(profile, account, snapshot),
    check: (account, signal) => checkAccount({ account, profile, tools }, signal),
  };
}

async function open(
  sender: Sender,
  signal: AbortSignal,
  isHeld: () => boolean = () => !signal.aborted,
): Promise<Opening> {
  const failure = unusableCredentials(sender.account);
  if (failure !== undefined) return { ok: false, failure };
  const { account, profile, tools } = sender;
  const dialled = await withSpan(ftpSpan('connect', account.credentials.host), async (span) => {
    const outcome = await dial({ account, profile, tools, signal });
    if (!outcome.ok) span.fail(outcome.failure.code);
    return outcome;
  });
  if (!dialled.ok) return { ok: false, failure: dialled.failure };
  return beginSession(sender, dialled.connection, { signal, isHeld });
}
