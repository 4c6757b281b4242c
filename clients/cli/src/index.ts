export { runEstate } from './run-estate.ts';
export type { Surroundings } from './surroundings.ts';
