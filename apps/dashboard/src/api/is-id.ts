const ID = /^[0-9a-v]{20}$/;

export const isId = (text: string): boolean => ID.test(text);
