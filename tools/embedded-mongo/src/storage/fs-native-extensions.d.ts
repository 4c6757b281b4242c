/** The used part of a package without types. */
declare module 'fs-native-extensions' {
  /** Locks a range of a file as long as it is open; false if another open file holds it. */
  export function tryLock(fd: number, offset: number, length: number): boolean;
}
