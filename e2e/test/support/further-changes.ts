/** A text that a person adds before another one, which is in the file once. */
export interface Addition {
  file: string;
  before: string;
  text: string;
}

const PLATFORMS = 'apps/distribution/src/platforms';

/** An optional field of homes in two property types: its definition, and its type. */
export const FIELD: readonly Addition[] = [
  {
    file: 'libs/contracts/src/property-types/fields/equipment.ts',
    before: '  hasNetworkCables: {',
    text: "  isSuitableForSeniors: {\n    label: { de: 'Seniorengerecht', en: 'Suitable for seniors' },\n    example: true,\n  },\n",
  },
  {
    file: 'libs/contracts/src/property-types/groups/apartment.ts',
    before: '  hasBalcony: flag.optional(),',
    text: '  isSuitableForSeniors: flag.optional(),\n',
  },
];

/** The place of the field in each format, as its documentation names it: for readers that know no mapping. */
export const FIELD_IN_FORMATS: readonly Addition[] = [
  {
    file: 'apps/distribution/schemas/openimmo-export.xsd',
    before: '      <xs:element name="dv_verkabelung"',
    text: '      <xs:element name="seniorengerecht" type="xs:boolean" minOccurs="0" api:fields="isSuitableForSeniors"/>\n',
  },
  {
    file: `${PLATFORMS}/marketplace-24/test-support/object-reader.ts`,
    before: "  ['hasBuiltInKitchen', 'builtInKitchen'],\n  ['hasBalcony'",
    text: "  ['isSuitableForSeniors', 'assistedLiving'],\n",
  },
];

/** A row of each mapping. The simulator of the marketplace has its whole schema, and so this element. */
export const FIELD_ROWS: readonly Addition[] = [
  {
    file: 'libs/openimmo/src/mapping/rows.ts',
    before: "  same('dv_verkabelung', 'hasNetworkCables'),",
    text: "  same('seniorengerecht', 'isSuitableForSeniors'),\n",
  },
  {
    file: `${PLATFORMS}/marketplace-24/object/blocks.ts`,
    before: '];\n\n/** The rooms and features of flats;',
    text: "  flag('assistedLiving', 'isSuitableForSeniors'),\n",
  },
];

/** An event for webhooks: its definition, and its row in the list of events. */
export const EVENT: readonly Addition[] = [
  {
    file: 'libs/contracts/src/target-events.ts',
    before: '/** Published when a pause of a target begins. */',
    text: "export const TargetResumed = defineEvent({\n  subject: 'event.target.resumed',\n  data: z.object(namedTarget),\n  example: exampleTarget,\n});\n\n",
  },
  {
    file: 'libs/contracts/src/events.ts',
    before: "TargetSilent } from './target-events.ts';",
    text: 'TargetResumed, ',
  },
  { file: 'libs/contracts/src/events.ts', before: '  TargetSilent,\n] as const', text: '  TargetResumed,\n' },
];

/** The service that tells the event, and its name on the dashboard. */
export const EVENT_ROWS: readonly Addition[] = [
  {
    file: 'apps/distribution/src/manifest.ts',
    before: '    contracts.TargetSilent,',
    text: '    contracts.TargetResumed,\n',
  },
  {
    file: 'apps/dashboard/src/text/event-messages.ts',
    before: "  'target.silent': {",
    text: "  'target.resumed': { isFailure: false, text: ['Target resumed', 'Portal fortgesetzt'] },\n",
  },
];

/** The code that tells it. */
export const EVENT_CODE: readonly Addition[] = [
  {
    file: 'apps/distribution/src/targets/target-events.ts',
    before: "TargetSilent } from '@estate/contracts';",
    text: 'TargetResumed, ',
  },
  {
    file: 'apps/distribution/src/targets/target-events.ts',
    before: 'const MINUTE_MS = 60_000;',
    text: 'export const resumedEvent = (target: Named, about: About): OutgoingMessage =>\n  message(TargetResumed, named(target), aboutOf(target, about));\n\n',
  },
];

/** A public operation: its contract, which contains its texts. */
export const OPERATION: readonly Addition[] = [
  {
    file: 'libs/contracts/src/target.ts',
    before: "/** Ends the customer's own pause. */",
    text: "export const retryTarget = operationOn('ask.distribution.retry-target', Target, {\n  http: 'POST /targets/{id}/retry',\n  summary: 'Look for due listings of a target',\n  errors: ['target-not-found'],\n});\n",
  },
];

const ACTIONS = 'apps/distribution/src/routes/target-actions.ts';

/** The code of its owner. */
export const OPERATION_HANDLER: readonly Addition[] = [
  {
    file: ACTIONS,
    before: '/** @throws Conflict when only others can end the pause */',
    text: "const retryTargetRoute = (deps: Deps) =>\n  answer(contracts.retryTarget, async ({ id }, { accountId }) => {\n    const target = found(await deps.targets.find(accountId, id), 'target', id);\n    deps.wakeLane(id);\n    return targetResource(target, deps);\n  });\n\n",
  },
  { file: ACTIONS, before: '  resumeTargetRoute(deps),\n];', text: '  retryTargetRoute(deps),\n' },
];

export const filesOf = (...changes: readonly (readonly Addition[])[]): string[] => [
  ...new Set(changes.flat().map(({ file }) => file)),
];
