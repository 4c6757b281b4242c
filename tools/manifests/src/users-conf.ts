import { SYSTEM } from './broker-users.ts';
import type { BrokerUser } from './broker-users.ts';

const HEAD = `# Generated from the manifests of the services by \`npx nx derive\`; do not edit.
# One user for each service, with permissions for its own subjects only. Passwords come from the environment.
`;

/** A name in capitals: `API_GATEWAY` for `api-gateway`. */
export const inCapitals = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The variable with the password of a broker user. */
export const brokerPasswordName = (user: string): string => `NATS_${inCapitals(user)}_PASSWORD`;

/** The variable with the password of a database user. */
export const databasePasswordName = (user: string): string => `MONGODB_${inCapitals(user)}_PASSWORD`;

/** The account of the services and of the operator. */
export const ACCOUNT = 'ESTATE';

/**
 * The users as a file that a configuration of nats-server includes. The services have an account besides the one of the servers: next to
 * `$G` alone, a system account lets everybody in without a password.
 */
export const usersConfig = (users: readonly BrokerUser[]): string => `${HEAD}authorization: { timeout: 2 }
accounts: {
  ${ACCOUNT}: {
    jetstream: enabled
    users: [
${users.map(userBlock).join('')}    ]
  }
  SYS: { users: [{ user: "${SYSTEM}", password: $${brokerPasswordName(SYSTEM)} }] }
}
system_account: SYS
`;

const userBlock = ({ name, publish, subscribe }: BrokerUser): string => `      {
        user: "${name}"
        password: $${brokerPasswordName(name)}
        permissions: {
          publish: { allow: [
${lines(publish)}
          ] }
          subscribe: { allow: [
${lines(subscribe)}
          ] }
        }
      }
`;

const lines = (subjects: readonly string[]): string =>
  subjects.map((subject) => `            "${subject}"`).join('\n');
