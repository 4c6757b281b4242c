import type { HiddenAddress } from '@estate/contracts';
import type { PublishingSettingsStore } from '../stores/publishing-settings-store.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';
import type { TargetRecord } from '../domain/target.ts';

export interface HiddenAddressDeps {
  publishingSettings: Pick<PublishingSettingsStore, 'hiddenAddress'>;
  targets: Pick<TargetStore, 'peek'>;
}

/** Reads the setting again, because the target may have changed since it was read. */
export async function hiddenAddressOf(
  { id, accountId }: Pick<TargetRecord, 'id' | 'accountId'>,
  { publishingSettings, targets }: HiddenAddressDeps,
): Promise<HiddenAddress> {
  const target = await targets.peek(id);
  return target?.hiddenAddress ?? publishingSettings.hiddenAddress(accountId);
}
