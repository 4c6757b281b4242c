import type { StackAddresses } from './stack.ts';

/** A package as the sandbox's FTP portal imported it. */
export interface PortalPackage {
  user: string;
  name: string;
  verdict: 'accepted' | 'rejected';
  reason?: string;
  changes: readonly { number: string; action: 'set' | 'delete' }[];
}

/** Every package that the portal received, in the order of their arrival for each user. */
export async function portalPackages({ portalUrl }: { portalUrl: string }): Promise<PortalPackage[]> {
  const answer = await fetch(`${portalUrl}/api/packages`);
  if (!answer.ok) throw new Error(`The portal answered with ${String(answer.status)}.`);
  return (await answer.json()) as PortalPackage[];
}

/** Throws with the portal's reasons if it has refused a package of the stack's users. */
export async function requireAcceptedPackages(
  stack: Pick<StackAddresses, 'portalUrl' | 'ftpUsers'>,
): Promise<void> {
  const users = new Set(stack.ftpUsers.map(({ username }) => username));
  const packages = (await portalPackages(stack)).filter(({ user }) => users.has(user));
  const refused = packages.filter(({ verdict }) => verdict !== 'accepted');
  if (refused.length === 0) return;
  const reasons = refused.map(({ user, name, reason }) => `${user}/${name}: ${reason ?? 'no reason'}`);
  throw new Error(
    `The portal rejected ${String(refused.length)} of ${String(packages.length)} packages: ${reasons.slice(0, 10).join(' ')}`,
  );
}
