import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { NotifierConfig } from './config.ts';
import { notifier } from './service.ts';

const config = loadConfig(NotifierConfig);
await run('notifier', config, notifier(config));
