import type { HiddenAddress } from '@estate/contracts';
import type { PublishingSettingsStore } from '../stores/publishing-settings-store.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';
import type { TargetRecord } from '../domain/target.ts';

export interface HiddenAddressDeps {
  publishingSettings: Pick<PublishingSettingsStore, 'hiddenAddress'>;
  targets: Pick<TargetStore, 'peek'>;
}

/** What a target is sent of hidden addresses right now, whatever was read of it before. */
export async function hiddenAddressOf(
  { id, accountId }: Pick<TargetRecord, 'id' | 'accountId'>,
  { publishingSettings, targets }: HiddenAddressDeps,
): Promise<HiddenAddress> {
  const target = await targets.peek(id);
  return target?.hiddenAddress ?? publishingSettings.hiddenAddress(accountId);
}
