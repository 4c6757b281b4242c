import type { SeqMsgRequest, StoredMsg } from 'nats';
import type { Broker } from './broker.ts';

interface Place {
  stream: string;
  /** The first sequence that counts. */
  from: number;
  /** Subjects that count; may hold wildcards. */
  filter: string;
}

/** The first message that a stream holds from a place on; undefined when there is none. */
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
