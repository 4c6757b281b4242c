import { writeFileSync } from 'node:fs';
import { messageRows } from '../../tools/checks/src/message-map-rows.ts';
import { usersConfig } from './nats-config.ts';
import { natsUsers } from './nats-permissions.ts';

writeFileSync('deploy/nats/users.conf', usersConfig(natsUsers(messageRows())));
