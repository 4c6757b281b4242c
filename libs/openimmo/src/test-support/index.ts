export { LANDINGS } from './landings.ts';
export { fieldsOf, wildText } from './random-fields.ts';
