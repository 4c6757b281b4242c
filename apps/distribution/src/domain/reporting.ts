/** How a platform reports on uploads, by email or in a report folder. */
export interface Reporting {
  /** The last upload. */
  uploadedAt?: Date;
  /** The first upload that no report has followed. */
  unansweredSince?: Date;
  /** How many reports have followed an upload. */
  count?: number;
  /** How long after an upload they usually come. */
  usualMs?: number;
  /** When the platform counts as silent, unless it reports before. */
  missedAt?: Date;
  /** Since when it counts as silent. */
  silentSince?: Date;
}

const HOUR_MS = 3_600_000;
const LONGEST_READING_MS = 6 * HOUR_MS;
/** Some reports must have come before their absence means something. */
const REPORTS_MIN = 3;
const SILENT_AFTER_MS = 72 * HOUR_MS;
const SILENT_AFTER_USUAL = 3;

/** When a report folder is read next: soon after an upload, then each time after twice as long, and now and then without one. */
export function nextReading(
  at: Date,
  { uploadedAt, delayMs, hasMore }: Pick<Reporting, 'uploadedAt'> & { delayMs: number; hasMore: boolean },
): Date {
  const sinceMs = uploadedAt ? at.getTime() - uploadedAt.getTime() : LONGEST_READING_MS;
  const waitMs = hasMore ? 0 : Math.min(Math.max(sinceMs, delayMs), LONGEST_READING_MS);
  return new Date(at.getTime() + waitMs);
}

/** When the platform counts as silent after an upload; undefined for one that has not reported often enough. */
export function missedAfter(at: Date, { count = 0, usualMs = 0 }: Reporting = {}): Date | undefined {
  if (count < REPORTS_MIN) return undefined;
  return new Date(at.getTime() + Math.max(SILENT_AFTER_MS, SILENT_AFTER_USUAL * usualMs));
}

/** Updated by a report; the usual delay follows slowly. Undefined: the report follows no upload that waits for one. */
export function afterReport(
  { unansweredSince, count = 0, usualMs }: Reporting,
  at: Date,
): Pick<Reporting, 'count' | 'usualMs'> | undefined {
  if (!unansweredSince || at < unansweredSince) return undefined;
  const delayMs = at.getTime() - unansweredSince.getTime();
  return {
    count: count + 1,
    usualMs: usualMs === undefined ? delayMs : Math.round((3 * usualMs + delayMs) / 4),
  };
}
