/** English first, German second; a message without both does not compile. */
export type Message = readonly [en: string, de: string];

/** Holds a table of messages to its shape and keeps its keys. */
export const defineMessages = <const T extends Readonly<Record<string, Message>>>(table: T): T => table;
