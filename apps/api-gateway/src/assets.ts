/** A file of the gateway: next to `src` in the sources, next to `bin` in the bundle. */
export const asset = (path: string): URL => new URL(`../${path}`, import.meta.url);
