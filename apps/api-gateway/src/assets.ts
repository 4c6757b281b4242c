/** A file that goes with the gateway: beside `src` in the sources, beside `bin` in the bundle. */
export const asset = (path: string): URL => new URL(`../${path}`, import.meta.url);
