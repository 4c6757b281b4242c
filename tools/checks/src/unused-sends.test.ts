import { join } from 'node:path';
import {
  Deliver,
  OWNERS,
  ProcessProperty,
  checkTarget,
  countListings,
  ownerOperations,
} from '@estate/contracts';
import type { BusManifest, Messages } from '@estate/contracts';
import { manifests } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from './monitoring/root.ts';

const NO_PRODUCT = /\.(?:test|suite|fixture)\.ts$|\/test-support\/|fakes\.ts$|\/src\/manifest\.ts$/;
const folderOf = (service: string): string => `${ROOT}apps/${service}/src/`;

const settings: unknown = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config;
/** The sources of all services, as the compiler understands them. */
const program = ts.createProgram(
  manifests
    .flatMap(({ name }) => ts.sys.readDirectory(folderOf(name), ['.ts']))
    .filter((file) => !NO_PRODUCT.test(file)),
  ts.parseJsonConfigFileContent(settings, ts.sys, ROOT).options,
);
const checker = program.getTypeChecker();

/** The subjects of the contracts that the code of a service hands to a function: to the bus, or on the way to it. */
function sentBy(service: string): Set<string> {
  const sent = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const types = node.arguments.map((argument) => checker.getTypeAtLocation(argument));
      for (const type of types) for (const subject of subjectsOf(type)) sent.add(subject);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles())
    if (file.fileName.startsWith(folderOf(service)) && !NO_PRODUCT.test(file.fileName)) visit(file);
  return sent;
}

/** The values of `subject` in a contract, in one of several, or in those of several owners; a type parameter stands for any. */
const subjectsOf = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type])
    .filter(({ flags }) => !(flags & ts.TypeFlags.TypeParameter))
    .flatMap((one) => [one, ...byOwner(one)])
    .flatMap((one) => {
      const subject = one.getProperty('subject');
      const known = subject && checker.getTypeOfSymbol(subject);
      return known?.isStringLiteral() ? [known.value] : [];
    });

const byOwner = (type: ts.Type): ts.Type[] =>
  OWNERS.flatMap((owner) => type.getProperty(owner) ?? []).map((part) => checker.getTypeOfSymbol(part));

const sent = new Map(manifests.map(({ name }) => [name, sentBy(name)]));

/** The gateway makes a route of every operation with an address, which is asked for there. */
const isRouted = (name: ServiceName, one: object): boolean => name === 'api-gateway' && 'http' in one;

/** Declared asks and tells that the code of the service does not send, in words. */
const unsent = (name: ServiceName, { asks, tells }: Messages): string[] =>
  [...asks, ...tells]
    .filter((one) => !isRouted(name, one) && !sent.get(name)?.has(one.subject))
    .map(({ subject }) => `apps/${name}/src/manifest.ts declares ${subject}, which no code of ${name} sends`);

/** The backbone of each owner answers them. */
const OF_BACKBONE = new Set<string>(
  OWNERS.flatMap((owner) => ownerOperations(owner)).map(({ subject }) => subject),
);

/** Declared answers that no code of the service handles, in words. */
const unanswered = (name: ServiceName, { answers }: Pick<BusManifest, 'answers'>): string[] =>
  answers
    .filter(({ subject }) => !OF_BACKBONE.has(subject) && !sent.get(name)?.has(subject))
    .map(
      ({ subject }) => `apps/${name}/src/manifest.ts declares ${subject}, which no code of ${name} answers`,
    );

it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
  'an operation that a manifest declares to answer has its code in %s',
  (name, manifest) => {
    expect(unanswered(name, manifest)).toEqual([]);
  },
);

it('an operation that a manifest declares to answer is found when no code answers it', () => {
  expect(unanswered('catalog', { answers: [checkTarget] })).toEqual([
    'apps/catalog/src/manifest.ts declares ask.distribution.check-target, which no code of catalog answers',
  ]);
});

it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
  'an ask or a message that a manifest declares is sent by the code of %s',
  (name, manifest) => {
    expect(unsent(name, manifest)).toEqual([]);
  },
);

it('an ask or a message that a manifest declares is found when no code sends it', () => {
  expect(
    unsent('catalog', { asks: [countListings, checkTarget], tells: [ProcessProperty, Deliver] }),
  ).toEqual([
    'apps/catalog/src/manifest.ts declares ask.distribution.check-target, which no code of catalog sends',
    'apps/catalog/src/manifest.ts declares wake.notifier.deliver, which no code of catalog sends',
  ]);
  expect(unsent('api-gateway', { asks: [checkTarget, countListings], tells: [] })).toEqual([
    'apps/api-gateway/src/manifest.ts declares ask.distribution.count-listings, which no code of api-gateway sends',
  ]);
});
