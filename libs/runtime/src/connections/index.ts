// An entry of its own, so that a process without the broker and the database has it without their clients.
export { admit } from './admit.ts';
export type { Admission, HeldConnection, Places } from './admit.ts';
export { networkOf } from './network-of.ts';
