import type { NatsUser } from './nats-permissions.ts';
import { natsPasswordName } from './services.ts';

const HEAD = `# Generated from the contracts and the sources of the services by \`npx node deploy/src/write-nats-users.ts\`; do not edit.
# One user a service, with the subjects of that service alone. Passwords come from the environment.
`;

/** The users as a file that a configuration of nats-server includes. */
export const usersConfig = (users: readonly NatsUser[]): string =>
  `${HEAD}authorization {\n  timeout: 2\n  users: [\n${users.map(userBlock).join('')}  ]\n}\n`;

const userBlock = ({ name, publish, subscribe, responds }: NatsUser): string => `    {
      user: "${name}"
      password: $${natsPasswordName(name)}
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
