import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { CatalogConfig } from './config.ts';
import { catalog } from './service.ts';

const config = loadConfig(CatalogConfig);
// An import of gigabytes must not take much memory.
await run('catalog', { ...config, heapGrowthPercent: 50 }, catalog(config));
