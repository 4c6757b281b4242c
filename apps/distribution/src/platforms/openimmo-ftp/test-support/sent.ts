import { expect } from 'vitest';

/** The outcome of a publication whose package the portal accepted. */
export const SENT = { ok: true, fileName: expect.stringMatching(/^[\w.-]+\.zip$/) as unknown };
