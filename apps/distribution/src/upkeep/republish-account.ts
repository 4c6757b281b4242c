import type { AccountToRepublish, PublishingSettingsStore } from '../stores/publishing-settings-store.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';
import { republishTarget } from '../targets/republish-target.ts';
import type { RepublishDeps } from '../targets/republish-target.ts';

export type RepublishAccountDeps = Omit<RepublishDeps, 'targets'> & {
  publishingSettings: Pick<PublishingSettingsStore, 'targetsMarked'>;
  targets: RepublishDeps['targets'] & Pick<TargetStore, 'markFollowers'>;
};

/**
 * Makes everything due on the targets that follow a setting of their account. The mark on the account survives a crash until all
 * of them have their own mark; a token that a listing was made due by before changes nothing.
 */
export async function republishAccount(
  changed: AccountToRepublish,
  deps: RepublishAccountDeps,
): Promise<void> {
  const marked = await deps.targets.markFollowers(changed);
  await deps.publishingSettings.targetsMarked(changed);
  for (const target of marked) await republishTarget(target, deps);
}
