import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { ImporterConfig } from './config.ts';
import { importer } from './service.ts';

const config = loadConfig(ImporterConfig);
// An import of gigabytes must not take much memory.
await run('importer', { ...config, heapGrowthPercent: 50 }, importer(config));
