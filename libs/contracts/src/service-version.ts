/** The dates of the API versions, the newest last. */
export const SERVICE_VERSIONS = ['2026-11-01'] as const;
export type ServiceVersion = (typeof SERVICE_VERSIONS)[number];
