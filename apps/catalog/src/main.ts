import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { CatalogConfig } from './config.ts';
import { catalog } from './service.ts';

const config = loadConfig(CatalogConfig);
await run('catalog', config, catalog(config));
