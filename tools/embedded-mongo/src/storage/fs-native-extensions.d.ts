/** The package declares no types; this is what is used of it. */
declare module 'fs-native-extensions' {
  /** Locks a range of a file for as long as it is open; false when another open file holds it. */
  export function tryLock(fd: number, offset: number, length: number): boolean;
}
