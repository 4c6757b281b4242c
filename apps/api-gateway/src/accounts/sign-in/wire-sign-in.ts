import type { EgressPolicy } from '@estate/egress';
import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { AuditLog } from '../../records/audit-log/audit-log.ts';
import type { GatewayConfig } from '../../config.ts';
import type { DashboardSessions, OperatorSessions } from '../../edge/access/sessions.ts';
import type { Stores } from '../../stores/open-stores.ts';
import { SignInAddresses } from './addresses.ts';
import { Providers } from './providers.ts';
import { RealmProviders } from './realm-providers.ts';
import type { OperatorSignIn } from './realm-providers.ts';
import { SignIn } from './sign-in.ts';
import { StartedSignIns } from './started-sign-ins.ts';

interface Parts {
  stores: Pick<Stores, 'signIns' | 'usedSignIns' | 'users'>;
  vault: Vault;
  clock: () => Date;
  log: Logger;
  sessions: DashboardSessions;
  operatorSessions: OperatorSessions;
  realms: RealmProviders;
  auditLog: AuditLog;
  egress: EgressPolicy;
}

/** The sign-in through providers, and the resources to close afterwards. */
export function wireSignIn(
  { PUBLIC_URL: publicUrl }: GatewayConfig,
  { stores, vault, egress, ...parts }: Parts,
) {
  const { clock } = parts;
  const providers = new Providers(egress, { clock });
  const started = new StartedSignIns({ vault, clock, publicUrl });
  const addresses = new SignInAddresses(publicUrl);
  const { usedSignIns: used, users } = stores;
  return {
    providers,
    started,
    addresses,
    signIn: new SignIn({ ...parts, addresses, providers, started, used, users }),
  };
}

/** The provider of the operators, if one is configured. */
export function operatorSignIn(config: GatewayConfig): OperatorSignIn | undefined {
  const { OPERATOR_OIDC_ISSUER: issuer, OPERATOR_OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  const clientSecret = config.OPERATOR_OIDC_CLIENT_SECRET?.reveal();
  return { client: { issuer, clientId, clientSecret }, emails: config.OPERATOR_OIDC_EMAILS };
}

export const realmProviders = (
  config: GatewayConfig,
  { stores, vault }: Pick<Parts, 'stores' | 'vault'>,
): RealmProviders =>
  new RealmProviders({ signIns: stores.signIns, vault, operators: operatorSignIn(config) });
