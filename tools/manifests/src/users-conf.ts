import type { BrokerUser } from './broker-users.ts';

const HEAD = `# Generated from the manifests of the services by \`npx nx derive\`; do not edit.
# One user a service, with the subjects of that service alone. Passwords come from the environment.
`;

/** `api-gateway` → `API_GATEWAY`. */
export const inCapitals = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The variable that holds the password of a user of the broker. */
export const brokerPasswordName = (user: string): string => `NATS_${inCapitals(user)}_PASSWORD`;

/** The variable that holds the password of a user of the database. */
export const databasePasswordName = (user: string): string => `MONGODB_${inCapitals(user)}_PASSWORD`;

/** The users as a file that a configuration of nats-server includes. */
export const usersConfig = (users: readonly BrokerUser[]): string =>
  `${HEAD}authorization {\n  timeout: 2\n  users: [\n${users.map(userBlock).join('')}  ]\n}\n`;

const userBlock = ({ name, publish, subscribe, responds }: BrokerUser): string => `    {
      user: "${name}"
      password: $${brokerPasswordName(name)}
      permissions: {
        publish: { allow: [
${lines(publish)}
        ] }
        subscribe: { allow: [
${lines(subscribe)}
        ] }
${responds ? '        allow_responses: true\n' : ''}      }
    }
`;

const lines = (subjects: readonly string[]): string =>
  subjects.map((subject) => `          "${subject}"`).join('\n');
