export { parseStore } from './byte-store-setting.ts';
export type { FilesPlace, S3Credentials, S3Place, StorePlace } from './byte-store-setting.ts';
export { ConfigError, loadConfig, readEnvironment } from './load-config.ts';
export {
  auditEnv,
  byteReaderEnv,
  byteStoreEnv,
  egressEnv,
  mongoEnv,
  natsEnv,
  requestAddressEnv,
  serviceEnv,
  vaultEnv,
} from './fragments.ts';
export { SECRET, isSecret, list, secret } from './values.ts';
