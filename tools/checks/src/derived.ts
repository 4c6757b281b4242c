import * as contracts from '@estate/contracts';
import { brokerUsers, deployedModule, manifests, usersConfig } from '@estate/manifests';
import { contractsIn, mapDocument, mapProblems, rowsOf } from './message-map-table.ts';

const rows = rowsOf(contractsIn(contracts), manifests);

/** What the manifests of all services together say. */
export const derived = {
  problems: mapProblems(rows),
  messageMap: mapDocument(rows),
  deployedServices: deployedModule(manifests),
  brokerUsers: usersConfig(brokerUsers(manifests)),
};
