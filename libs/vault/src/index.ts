export { checkApiKeyShape, hashApiKey, newApiKey } from './api-key.ts';
export type { NewApiKey } from './api-key.ts';
export { secretsEqual } from './secrets-equal.ts';
export { parseVaultKeys } from './vault-keys.ts';
export type { VaultKey, VaultKeys } from './vault-keys.ts';
export { SealBroken, createVault } from './vault.ts';
export type { Vault } from './vault.ts';
export { newSigningKey, signWebhook, verifyWebhook } from './webhook-signature.ts';
export type { WebhookVerdict, WebhookVerification } from './webhook-signature.ts';
