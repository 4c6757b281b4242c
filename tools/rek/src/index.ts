export { runRek } from './run-rek.ts';
export type { Surroundings } from './run-rek.ts';
