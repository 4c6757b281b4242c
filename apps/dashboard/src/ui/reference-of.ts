/** Operations of the API that pages link to. */
export const DOCUMENTED = [
  'createProperty', 'createContact', 'createTarget', 'createListing', 'listRequests', 'listReceivedMails', 'listEvents', 'createWebhook',
  'testWebhook', 'createUser', 'listAuditLog', 'listRequestLog',
] as const; // oxfmt-ignore

export type Documented = (typeof DOCUMENTED)[number];

/** The address of an operation in the reference. */
export const referenceOf = (operation: Documented): string => `/docs#${operation}`;
