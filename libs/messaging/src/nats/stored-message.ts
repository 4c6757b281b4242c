import type { SeqMsgRequest, StoredMsg } from 'nats';
import type { Broker } from './broker.ts';

interface Place {
  stream: string;
  /** The first sequence to read. */
  from: number;
  /** The subjects to read; may contain wildcards. */
  filter: string;
}

/** The first message of a stream from a sequence on; undefined if there is none. */
export async function firstStored(
  { streams }: Pick<Broker['manager'], 'streams'>,
  { stream, from, filter }: Place,
): Promise<StoredMsg | undefined> {
  const query: SeqMsgRequest & { next_by_subj: string } = { seq: from, next_by_subj: filter };
  try {
    return await streams.getMessage(stream, query);
  } catch (error) {
    if (error instanceof Error && /404|no message found|not found/i.test(error.message)) return undefined;
    throw error;
  }
}
