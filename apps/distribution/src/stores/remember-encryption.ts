import type { Collection, Leased } from '@estate/persistence';
import type { EncryptionSeen, TargetRecord } from '../domain/target.ts';

/**
 * Notes that the host of a target was reached over TLS. It needs no lease: the finding is true whoever made it, as long as the
 * target still names that host and has not chosen clear text since, and what was found never gets weaker.
 */
export async function rememberEncryption(
  targets: Collection<TargetRecord & Leased>,
  id: string,
  encryptionSeen: EncryptionSeen,
): Promise<void> {
  const { certificate, host } = encryptionSeen;
  await targets.updateOne(
    {
      _id: id,
      'credentials.host': host,
      'credentials.secure': { $ne: false },
      ...(certificate === 'unverified' && { 'encryptionSeen.host': { $ne: host } }),
    },
    { $set: { encryptionSeen } },
  );
}
