declare module 'libmime' {
  export interface HeaderValue {
    value: string | false;
    params: Record<string, string>;
  }
  interface Library {
    parseHeaderValue(value: string): HeaderValue;
    decodeWords(value: string): string;
    decodeWord(charset: string, encoding: 'B' | 'Q', text: string): string;
    decodeFlowed(text: string, isDelSp: boolean): string;
  }
  const library: Library;
  export default library;
}
