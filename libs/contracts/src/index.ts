export * from './account.ts';
export * from './activity.ts';
export * from './account-email.ts';
export * from './actor.ts';
export * from './attachment.ts';
export * from './attempt-summary.ts';
export * from './audit-log.ts';
export * from './authorization.ts';
export * from './clock-offset.ts';
export * from './consumer-credentials.ts';
export * from './contact.ts';
export * from './dashboard-link.ts';
export * from './define-message.ts';
export * from './define-metrics.ts';
export * from './define-operation.ts';
export * from './define-owner-operation.ts';
export * from './define-service.ts';
export * from './closing.ts';
export * from './encryption.ts';
export * from './envelope.ts';
export * from './message-age.ts';
export * from './error-codes.ts';
export * from './export.ts';
export * from './find.ts';
export * from './ftp-settings.ts';
export * from './ids.ts';
export * from './life-cycles.ts';
export * from './import-package.ts';
export * from './import.ts';
export * from './import-operations.ts';
export * from './import-reading.ts';
export * from './import-reasons.ts';
export * from './import-source.ts';
export * from './import-summary.ts';
export * from './job.ts';
export * from './list.ts';
export * from './listed-property.ts';
export * from './listing.ts';
export * from './load.ts';
export * from './look.ts';
export * from './lower-case-ascii.ts';
export * from './mail.ts';
export * from './named-targets.ts';
export * from './operator.ts';
export * from './operator-key.ts';
export * from './owner-operations.ts';
export * from './owners.ts';
export * from './privacy.ts';
export * from './problem-reasons.ts';
export * from './problems.ts';
export * from './property-types/index.ts';
export {
  commissionInText,
  isCommissionDue,
  isUnsaid,
  saysNoCommission,
} from './property-types/commission.ts';
export {
  hasZeroValue,
  isPlausible,
  NUMBER_RULES,
  unitOf,
  usualRange,
} from './property-types/number-rules.ts';
export type { NumberName, NumberRule } from './property-types/number-rules.ts';
export { readFields } from './property-types/read-fields.ts';
export * from './publication-problems.ts';
export * from './platform-state.ts';
export * from './platforms.ts';
export * from './publishing-pause.ts';
export * from './publishing-settings.ts';
export { COUNTRIES } from './property-types/groups/countries.ts';
export { CommercialEnergyCertificate, ResidentialEnergyCertificate } from './property-types/groups/energy.ts';
export { byReference, SHARED_SCHEMAS } from './property-types/by-reference.ts';
export { SECTIONS } from './property-types/field-info.ts';
export type { FieldInfo, Label, Section } from './property-types/field-info.ts';
export { FIELDS } from './property-types/fields.ts';
export type { FieldName } from './property-types/fields.ts';
export type { PropertyTypeDefinition } from './property-types/define-property-type.ts';
export * from './property-type.ts';
export { describePropertyType, summarizePropertyType } from './property-types/describe.ts';
export * from './on-sold.ts';
export * from './property.ts';
export * from './attachment-image.ts';
export * from './uploaded-attachment.ts';
export * from './property-revision.ts';
export * from './published-id.ts';
export * from './read-settings.ts';
export * from './redact.ts';
export * from './report.ts';
export * from './request.ts';
export * from './request-log.ts';
export * from './role.ts';
export { SearchText, wordsOf } from './search.ts';
export * from './service-version.ts';
export * from './sign-in-settings.ts';
export * from './synchronize.ts';
export * from './target.ts';
export * from './target-check.ts';
export * from './feed.ts';
export * from './target-questions.ts';
export * from './target-events.ts';
export * from './target-failure.ts';
export * from './target-input.ts';
export * from './target-type.ts';
export * from './timeline.ts';
export * from './timeline-id.ts';
export * from './events.ts';
export * from './field-rules.ts';
export * from './statistics.ts';
export * from './usage.ts';
export * from './user.ts';
export * from './violations.ts';
export * from './wait-seconds.ts';
export * from './webhook.ts';
export * from './delivery.ts';
export * from './delivery-operations.ts';
export * from './webhook-settings.ts';
export * from './webhook-events.ts';
