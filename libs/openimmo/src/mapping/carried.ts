import type { FieldName } from '@estate/contracts';

/** The fields that the format carries of a property type, each with the paths of its elements. */
export type Carried = Readonly<Partial<Record<FieldName, readonly string[]>>>;
