/** English first, German second; a message without both does not compile. */
export type Message = readonly [en: string, de: string];

/** Checks the shape of a table of messages and keeps the types of its keys. */
export const defineMessages = <const T extends Readonly<Record<string, Message>>>(table: T): T => table;
