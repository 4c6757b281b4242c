import { serviceNames } from '@estate/manifests';
import type { Report } from '../report.ts';

/** Prints the exact commands that save and restore the data; nothing is run. */
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
    why: 'Save all databases at one point in time, as a user with the role backup; the services can keep running',
    run: [`mongodump --uri "$BACKUP_URI" --oplog --gzip --archive=${directory}/estate.gz`],
  },
  {
    why: 'Or save them one by one: stop the services first, because these dumps are not from one point in time',
    run: serviceNames.map(
      (name) => `mongodump --uri "$MONGODB_URI" --db ${name} --gzip --archive=${directory}/${name}.gz`,
    ),
  },
  {
    why: 'Then save the byte store, unless it is GridFS. Do not use --delete; files never change',
    run: [
      `rsync --archive /path/of/BYTE_STORE/ ${directory}/bytes/   # or: aws s3 sync s3://bucket ${directory}/bytes`,
    ],
  },
  {
    why: 'Store VAULT_KEYS with the secrets of the deployment, not with the dump; without the keys the secrets in the dump cannot be decrypted',
    run: ['kubectl get secret -o yaml > secrets.yaml   # or where you store your secrets'],
  },
  {
    why: 'Restore: stop the services, restore the data, leave the broker as it is, start the services',
    run: [
      `mongorestore --uri "$ROOT_URI" --drop --oplogReplay --gzip --archive=${directory}/estate.gz`,
      `rsync --archive ${directory}/bytes/ /path/of/BYTE_STORE/`,
    ],
  },
  {
    why: 'Or restore databases that were saved one by one',
    run: serviceNames.map(
      (name) => `mongorestore --uri "$MONGODB_URI" --drop --gzip --archive=${directory}/${name}.gz`,
    ),
  },
  {
    why: 'Then check that every service has detected the restore, and take down unknown objects (docs/operations.md)',
    run: [
      'npx rek doctor',
      'npx rek bytes check',
      'npx rek restored',
      'npx rek unknown list',
      'npx rek violations',
    ],
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
    why: 'The copy includes the broker, so the services cannot detect the restore. Set the time of the copy',
    run: ['npx rek doctor', 'npx rek restored --since TIME_OF_THE_COPY'],
  },
];
