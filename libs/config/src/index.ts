export { ConfigError, loadConfig, readEnvironment } from './load-config.ts';
export { auditEnv, egressEnv, mongoEnv, natsEnv, serviceEnv, vaultEnv } from './fragments.ts';
export { list, secret } from './values.ts';
