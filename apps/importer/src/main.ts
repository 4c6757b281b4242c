import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { ImporterConfig } from './config.ts';
import { importer } from './service.ts';

const config = loadConfig(ImporterConfig);
await run('importer', config, importer(config));
