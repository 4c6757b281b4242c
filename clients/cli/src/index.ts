export type { Operation, OperationParameter } from './operations.ts';
export { runEstate } from './run-estate.ts';
export type { Surroundings } from './surroundings.ts';
