/**
 * Gives the memory of bytes that nothing reads any more back at once. Left to the garbage collector, the photos of a large package add up
 * to more than a hundred megabytes. Memory that other buffers share stays.
 */
export function freeBytes({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength <= length + 1) buffer.transfer(0);
}
