// A separate entry point, so that a process can use it without the clients of the broker and the database.
export { admit } from './admit.ts';
export type { Admission, HeldConnection, Places } from './admit.ts';
export { networkOf } from './network-of.ts';
