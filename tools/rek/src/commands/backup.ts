import { serviceNames } from '@estate/manifests';
import type { Report } from '../report.ts';

/** The exact commands that save and restore the data; nothing is run. */
export function backupHints(options: { directory: string; local?: boolean }): Report {
  const steps = options.local ? localSteps(options.directory) : clusterSteps(options.directory);
  const text = steps.map(({ why, run }) => `# ${why}\n${run.join('\n')}`).join('\n\n');
  return { json: { steps }, text };
}

interface Step {
  why: string;
  run: string[];
}

const clusterSteps = (directory: string): Step[] => [
  {
    why: 'Save: each service has a database of its own; a dump of each is whole in itself, in any order, while all runs',
    run: serviceNames.map(
      (name) => `mongodump --uri "$MONGODB_URI" --db ${name} --gzip --archive=${directory}/${name}.gz`,
    ),
  },
  {
    why: 'Keep VAULT_KEYS with the secrets of the deployment, not with the dump: without them no password in it opens',
    run: ['kubectl get secret -o yaml > secrets.yaml   # or wherever yours are kept'],
  },
  {
    why: 'Restore: stop the services, put the data back, start the services',
    run: serviceNames.map(
      (name) => `mongorestore --uri "$MONGODB_URI" --drop --gzip --archive=${directory}/${name}.gz`,
    ),
  },
  {
    why: 'Then bring the platforms to what is stored again',
    run: ['npx rek doctor', 'npx rek lanes reconcile --all', 'npx rek violations'],
  },
];

const localSteps = (directory: string): Step[] => [
  {
    why: 'Save: stop the system (Ctrl-C), copy its data with its secrets, start it',
    run: [`cp -a "\${DATA_DIR:-.data}" ${directory}`, 'npm start'],
  },
  {
    why: 'Restore: stop the system, put the copy in the place of the data, start it',
    run: ['rm -rf "${DATA_DIR:-.data}"', `cp -a ${directory} "\${DATA_DIR:-.data}"`, 'npm start'],
  },
  {
    why: 'Bring the platforms to what is stored again',
    run: ['npx rek doctor', 'npx rek lanes reconcile --all'],
  },
];
