import { STREAM_SHARES } from '@estate/messaging';

const GIBIBYTE = 1024 ** 3;
/** The filled share of a volume; the rest is a reserve for growth. */
const FILLED = 0.6;

/** The size of a volume for a load, in bytes. */
export interface LoadSize {
  perProperty: number;
  perPublicationAnHour: number;
  /** The bytes of data for each gibibyte of the volume. */
  perGibibyte: number;
}

/** The tenths of a broker's volume that streams may take; the rest is for its other files and the file system. */
export const STORE_TENTHS = 9;

/** The busiest hours that a stream keeps: a day has ten times the publications of one, and a stream keeps seven days. */
const BUSY_HOURS_KEPT = 70;

/**
 * The size of the stream that fills first, EVENTS: two events of 1 kB for each publication, and three for each property of a first import.
 */
export const BROKER_SIZE: LoadSize = {
  perProperty: 3_000,
  perPublicationAnHour: BUSY_HOURS_KEPT * 2_000,
  perGibibyte: Math.floor(((GIBIBYTE * STORE_TENTHS) / 10) * (STREAM_SHARES.get('EVENTS') ?? 0) * FILLED),
};

/** The measurements in docs/performance.md: 65 kB for each property, and the events and deliveries of 30 days with their indexes. */
export const DATABASE_SIZE: LoadSize = {
  perProperty: 65_000,
  perPublicationAnHour: 3_400_000,
  perGibibyte: Math.floor(GIBIBYTE * FILLED),
};

/** Includes the photos of the properties, 20 of 260 kB each. */
export const DATABASE_SIZE_WITH_PHOTOS: LoadSize = {
  ...DATABASE_SIZE,
  perProperty: DATABASE_SIZE.perProperty + 5_200_000,
};

/** True if the database stores the photos, by the variables of the catalog; the chart checks the same in `estate.hasPhotos`. */
export const hasPhotos = ({ BYTE_STORE, BYTE_STORE_FROM }: Readonly<Record<string, string>>): boolean =>
  [BYTE_STORE ?? 'gridfs', BYTE_STORE_FROM].includes('gridfs');

/** The minimum size of a volume. */
export const LEAST_GIBIBYTES = 2;

/** The size of a volume for a load. */
export function sizeFor(load: { properties: number; publicationsPerHour: number }, size: LoadSize): string {
  const bytes = load.properties * size.perProperty + load.publicationsPerHour * size.perPublicationAnHour;
  return `${String(Math.max(LEAST_GIBIBYTES, Math.ceil(bytes / size.perGibibyte)))}Gi`;
}
