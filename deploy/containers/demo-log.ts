/** The rows of the demo's table that are listings, by where they are. */
const LISTING = /^(?:\S+\s+\| )?\|\s+(?:FTP|Marketplace)\s+\|.*\|\s+published\b[^|]*\|\s*$/gm;

/** How many listings the table of the demo shows as published; the lines before it speak of publishing, too. */
export const publishedListings = (log: string): number => log.match(LISTING)?.length ?? 0;
