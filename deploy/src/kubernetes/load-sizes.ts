import { STREAM_SHARES } from '@estate/messaging';

const GIBIBYTE = 1024 ** 3;
/** What a size leaves free, so that nobody has to hurry when there is more to do. */
const FILLED = 0.6;

/** How the size of a volume follows from a load, in bytes. */
export interface LoadSize {
  perProperty: number;
  perPublicationAnHour: number;
  /** Bytes for which the volume gets a gibibyte. */
  perGibibyte: number;
}

/** The part of the volume of a broker that streams may take; the rest is for its other files and the file system. */
export const STORE_TENTHS = 9;

/** A day has ten times the publications of its busiest hour; a stream keeps seven days. */
const BUSY_HOURS_KEPT = 70;

/** EVENTS fills first: two events of 1 kB a publication, and three for each property of a first import. */
export const BROKER_SIZE: LoadSize = {
  perProperty: 3_000,
  perPublicationAnHour: BUSY_HOURS_KEPT * 2_000,
  perGibibyte: Math.floor(((GIBIBYTE * STORE_TENTHS) / 10) * (STREAM_SHARES.get('EVENTS') ?? 0) * FILLED),
};

/** As docs/performance.md has measured: 65 kB a property, and the events and deliveries of 30 days with their indexes. */
export const DATABASE_SIZE: LoadSize = {
  perProperty: 65_000,
  perPublicationAnHour: 3_400_000,
  perGibibyte: Math.floor(GIBIBYTE * FILLED),
};

/** With the photos of the properties, 20 of 260 kB each. */
export const DATABASE_SIZE_WITH_PHOTOS: LoadSize = {
  ...DATABASE_SIZE,
  perProperty: DATABASE_SIZE.perProperty + 5_200_000,
};

/** Whether the database has the photos, by the variables of the catalog; the chart asks the same in `estate.hasPhotos`. */
export const hasPhotos = ({ BYTE_STORE, BYTE_STORE_FROM }: Readonly<Record<string, string>>): boolean =>
  [BYTE_STORE ?? 'gridfs', BYTE_STORE_FROM].includes('gridfs');

/** Smaller ones are not worth it. */
export const LEAST_GIBIBYTES = 2;

/** The size of a volume for a load. */
export function sizeFor(load: { properties: number; publicationsPerHour: number }, size: LoadSize): string {
  const bytes = load.properties * size.perProperty + load.publicationsPerHour * size.perPublicationAnHour;
  return `${String(Math.max(LEAST_GIBIBYTES, Math.ceil(bytes / size.perGibibyte)))}Gi`;
}
