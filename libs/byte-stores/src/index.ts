export { openStores } from './open-stores.ts';
export type { ByteStoreConfig, OpenedStores, Opening } from './open-stores.ts';
export { WrongStore } from './registry.ts';
