/** Splits bytes into pieces of exactly `size` bytes; only the last one may be shorter. */
export async function* cut(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const part of stream) {
    held.push(part);
    heldBytes += part.length;
    if (heldBytes < size) continue;
    const whole = Buffer.concat(held);
    let from = 0;
    for (; from + size <= whole.length; from += size) yield whole.subarray(from, from + size);
    held = [whole.subarray(from)];
    heldBytes = whole.length - from;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
