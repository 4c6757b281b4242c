// Packages with parts that cannot be bundled; whoever carries a bundle elsewhere takes those along that it names.
export const NATIVE = ['sharp', 'lmdb', 'fs-native-extensions', 'xmllint-wasm', 'ftp-srv'];
