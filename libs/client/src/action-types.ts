// Generated from the contracts of operations. Do not change it: npx nx derive
import type * as contracts from '@estate/contracts';

type Contracts = typeof contracts;

export type AccountLogo = Contracts['AccountLogo']['_zod']['output'];
export type AccountLogoInput = Contracts['AccountLogoInput']['_zod']['input'];
export type AttemptSummary = Contracts['AttemptSummary']['_zod']['output'];
export type DryRun = Contracts['DryRun']['_zod']['output'];
export type FeedFetch = Contracts['FeedFetch']['_zod']['output'];
export type Import = Contracts['Import']['_zod']['output'];
export type ImportObject = Contracts['ImportObject']['_zod']['output'];
export type ImportSource = Contracts['ImportSource']['_zod']['output'];
export type ImportSourceWithPassword = Contracts['ImportSourceWithPassword']['_zod']['output'];
export type ImportSummary = Contracts['ImportSummary']['_zod']['output'];
export type Listing = Contracts['Listing']['_zod']['output'];
export type PauseInput = Contracts['PauseInput']['_zod']['input'];
export type PublishingSettings = Contracts['PublishingSettings']['_zod']['output'];
export type PublishingSettingsInput = Contracts['PublishingSettingsInput']['_zod']['input'];
export type ReadSettings = Contracts['ReadSettings']['_zod']['input'];
export type ReceivedMail = Contracts['ReceivedMail']['_zod']['output'];
export type ReceiverReport = Contracts['ReceiverReport']['_zod']['output'];
export type Resend = Contracts['Resend']['_zod']['output'];
export type ResendInput = Contracts['ResendInput']['_zod']['input'];
export type Synchronization = Contracts['Synchronization']['_zod']['output'];
export type SynchronizeTargetInput = Omit<Contracts['synchronizeTarget']['input']['_zod']['input'], 'id'>;
export type Target = Contracts['Target']['_zod']['output'];
export type TargetCheck = Contracts['TargetCheck']['_zod']['output'];
export type ValidateListingInput = Contracts['validateListing']['input']['_zod']['input'];
export type WebhookWithKey = Contracts['WebhookWithKey']['_zod']['output'];
