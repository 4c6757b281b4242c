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
    why: 'Save: dump the database of each service, in any order; the services may run',
    run: serviceNames.map(
      (name) => `mongodump --uri "$MONGODB_URI" --db ${name} --gzip --archive=${directory}/${name}.gz`,
    ),
  },
  {
    why: 'Store VAULT_KEYS with the secrets of the deployment, not with the dump; without the keys the secrets in the dump cannot be decrypted',
    run: ['kubectl get secret -o yaml > secrets.yaml   # or where you store your secrets'],
  },
  {
    why: 'Restore: stop the services, restore the data, start the services',
    run: serviceNames.map(
      (name) => `mongorestore --uri "$MONGODB_URI" --drop --gzip --archive=${directory}/${name}.gz`,
    ),
  },
  {
    why: 'Then publish the stored state to the platforms again',
    run: ['npx rek doctor', 'npx rek lanes reconcile --all', 'npx rek violations'],
  },
];

const localSteps = (directory: string): Step[] => [
  {
    why: 'Save: stop the system (Ctrl-C), copy its data with its secrets, start the system',
    run: [`cp -a "\${DATA_DIR:-.data}" ${directory}`, 'npm start'],
  },
  {
    why: 'Restore: stop the system, replace the data with the copy, start the system',
    run: ['rm -rf "${DATA_DIR:-.data}"', `cp -a ${directory} "\${DATA_DIR:-.data}"`, 'npm start'],
  },
  {
    why: 'Publish the stored state to the platforms again',
    run: ['npx rek doctor', 'npx rek lanes reconcile --all'],
  },
];
