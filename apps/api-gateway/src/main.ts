import { loadConfig } from '@estate/config';
import { run } from '@estate/runtime';
import { GatewayConfig } from './config.ts';
import { apiGateway } from './service.ts';

const config = loadConfig(GatewayConfig);
await run('api-gateway', config, apiGateway(config));
