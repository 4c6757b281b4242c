/** So much of a file says whether it is a document. */
export const HEAD_BYTES = 512;

/** A document begins with `<`, after a mark and white space, in one or two bytes. */
export const isXmlHead = (latin1: string): boolean =>
  /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?[\s\0]*</.test(latin1);
