import { z } from 'zod';
import { defineOperation } from './define-operation.ts';

/** For an address that is not to be shown, platforms receive a flag, or no address. */
export const HIDDEN_ADDRESS_CHOICES = ['flag', 'omit'] as const;

export const HiddenAddress = z.enum(HIDDEN_ADDRESS_CHOICES).meta({
  description:
    'What platforms receive of properties with `address.publish: false`. flag: street and number, with the instruction not to show them. omit: neither street nor number. A marketplace requires both, so with omit these properties are not published there.',
});
export type HiddenAddress = z.infer<typeof HiddenAddress>;

export const PublishingSettings = z
  .object({ hiddenAddress: HiddenAddress })
  .meta({ id: 'PublishingSettings', description: 'How properties of the account are published.' });
export type PublishingSettings = z.infer<typeof PublishingSettings>;

export const PublishingSettingsInput = z
  .strictObject({ hiddenAddress: HiddenAddress })
  .meta({ id: 'PublishingSettingsInput', example: { hiddenAddress: 'omit' } });
export type PublishingSettingsInput = z.infer<typeof PublishingSettingsInput>;

export const getPublishingSettings = defineOperation({
  subject: 'ask.distribution.get-publishing-settings',
  http: 'GET /account/publishing',
  summary: 'Get the publishing settings',
  input: z.strictObject({}),
  output: PublishingSettings,
});
export const setPublishingSettings = defineOperation({
  subject: 'ask.distribution.set-publishing-settings',
  http: 'PUT /account/publishing',
  summary: 'Set the publishing settings',
  description:
    'A change publishes all listings again on targets without their own `hiddenAddress`. Targets with their own `hiddenAddress` are not affected.',
  access: 'manage',
  audit: 'account.publishing_changed',
  input: PublishingSettingsInput,
  output: PublishingSettings,
});
