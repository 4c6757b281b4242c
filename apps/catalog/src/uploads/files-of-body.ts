/** The files of a body that has them one behind the other. A file is read to its end before the next one. */
export class FilesOfBody {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Buffer>) {
    this.#pieces = body[Symbol.asyncIterator]();
  }

  /** @throws Error when the body ends within the file */
  async *next(size: number): AsyncGenerator<Buffer, void> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) this.#rest = await this.#piece();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async #piece(): Promise<Buffer> {
    const piece: IteratorResult<Buffer, unknown> = await this.#pieces.next();
    if (piece.done) throw new Error('The body ends within a file.');
    return piece.value;
  }
}
