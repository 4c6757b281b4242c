/** The kinds of lines of an export of an account, in their order. Each collection declares which of them it fills. */
export const EXPORTED_KINDS = [
  'account',
  'user',
  'apiKey',
  'auditEntry',
  'call',
  'contact',
  'property',
  'uploadedAttachment',
  'target',
  'listing',
  'request',
  'mail',
  'webhook',
  'event',
  'delivery',
  'importSource',
  'import',
  'importObject',
  'usage',
] as const;
export type ExportedKind = (typeof EXPORTED_KINDS)[number];
