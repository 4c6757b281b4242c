import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { InboxConfig } from './config.ts';
import { inbox } from './service.ts';

const config = loadConfig(InboxConfig);
await run('inbox', config, inbox(config));
