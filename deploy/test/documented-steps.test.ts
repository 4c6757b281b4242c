import { readFileSync } from 'node:fs';
import { manifests as services } from '@estate/manifests';
import { afterAll, describe, expect, it } from 'vitest';
import { nameOf, ofKind, podLabels } from '../src/cluster.ts';
import { render } from './documents.fixture.ts';
import { hasKubectl } from './kubectl.fixture.ts';
import { removeWritten, written } from './written.fixture.ts';

/** A section of a page, without those below it. */
const section = (page: string, title: string): string =>
  readFileSync(`docs/${page}.md`, 'utf8')
    .split(/^#{2,3} /m)
    .find((text) => text.startsWith(`${title}\n`)) ?? '';

const commandsOf = (text: string, word: string): string[] =>
  [...text.matchAll(/^```sh[^\n]*\n([^]*?)^```/gm)]
    .map(([, block = '']) => block)
    .find((block) => block.includes(word))
    ?.trim()
    .split(/(?<!\||\\|&&)\n/) ?? [];

afterAll(removeWritten);

describe.skipIf(!hasKubectl())('the documented restore', () => {
  const commands = commandsOf(section('deployment', 'Backup'), 'cronjob/restore');
  const starts = commandsOf(section('deployment', 'Backup'), 'paused-');
  const placeOf = (pattern: RegExp) => commands.findIndex((command) => pattern.test(command));

  it('the documented restore begins when no service writes and nothing can start one', () => {
    const job = placeOf(/create job .*cronjob\/restore/);
    const steps = [
      placeOf(/annotate scaledobject --all .*paused=true/),
      placeOf(/scale deployment --all --replicas=0/),
      placeOf(/wait --for=delete pod --selector estate\/kind=service .*&&\n.*create job/),
      job,
      placeOf(/wait job\/restore-1 --for condition=complete/),
    ];
    expect(steps).not.toContain(-1);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  });

  it('the documented restore starts nothing in the commands that end with the wait for the job', () => {
    expect(commands.at(-1)).toMatch(/wait job\/restore-1/);
    expect(commands.filter((command) => /paused-|--replicas=[1-9]|"suspend":false/.test(command))).toEqual(
      [],
    );
    expect(starts).not.toEqual(commands);
  });

  it('the documented restore waits for the pods of every Deployment, and starts each with its replicas', async () => {
    const manifests = render(await written('deploy/values/production.yaml'));
    const deployments = ofKind(manifests, 'Deployment');
    for (const one of deployments) expect(podLabels(one)['estate/kind']).toBe('service');
    const started = starts.flatMap((command) => {
      const [, selector, name, replicas] =
        /scale deployment(?: --selector (\S+)|\/(\S+)) --replicas=(\d+)$/.exec(command) ?? [];
      return deployments
        .filter((one) => (selector === undefined ? nameOf(one) === name : selector !== `app!=${nameOf(one)}`))
        .map((one) => [nameOf(one), Number(replicas)] as const);
    });
    const least = Object.fromEntries(deployments.map((one) => [nameOf(one), one.spec?.replicas ?? 2]));
    expect(Object.fromEntries(started)).toEqual(least);
  });
});

describe('the documented byte store', () => {
  it.each([
    ['deployment', 'The byte store'],
    ['operations', 'Move to another store'],
  ])('every service that keeps bytes is named in docs/%s.md, %s', (page, title) => {
    const text = section(page, title);
    const keepers = services.filter(({ database }) => 'bytes' in database).map(({ name }) => name);
    expect(keepers.filter((name) => !text.includes(name))).toEqual([]);
    expect(text).toContain('storage.bytes');
  });
});
