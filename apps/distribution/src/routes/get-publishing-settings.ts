import { getPublishingSettings } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

export const getPublishingSettingsRoute = ({ publishingSettings }: Pick<Deps, 'publishingSettings'>) =>
  answer(getPublishingSettings, async (_input, { accountId }) => ({
    hiddenAddress: await publishingSettings.hiddenAddress(accountId),
  }));
