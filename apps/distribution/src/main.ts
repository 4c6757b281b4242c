import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { DistributionConfig } from './config.ts';
import { distribution } from './service.ts';

const config = loadConfig(DistributionConfig);
await run('distribution', config, distribution(config));
