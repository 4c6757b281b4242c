import { NotFound } from '@estate/errors';
import type { CommandLog } from './command-log.ts';
import type { FtpFaults } from './ftp-faults.ts';
import type { PortalReports } from './portal-reports.ts';
import type { UserPortal } from './user-portal.ts';

/** The parts that the pages and the JSON interface of the portal may use. */
export interface PortalContext {
  users: ReadonlyMap<string, UserPortal>;
  faults: FtpFaults;
  reports: PortalReports;
  log: CommandLog;
  ftpPort: number;
  /** A number that grows with everything a page could show. */
  version(): number;
  settled(): Promise<void>;
}

/** The account of a user; throws NotFound for an unknown one. */
export function portalOf(users: ReadonlyMap<string, UserPortal>, username: string): UserPortal {
  const portal = users.get(username);
  if (!portal) throw new NotFound(`There is no user ${username}.`);
  return portal;
}
