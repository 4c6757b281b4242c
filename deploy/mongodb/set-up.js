// mongosh runs this file in the pod, or in the network of the container, of the first member. It creates the replica set, the root
// user, a user for each service that may read and write only the database of that service, and the users of the exporter and
// of the backup. It can be run again at any time, and then adds members that the replica set lacks.
/* global connect, process, sleep, print */
const HERE = 'mongodb://127.0.0.1:27017/admin?directConnection=true';

const required = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is required but not set`);
  return value;
};
const members = required('MONGODB_MEMBERS').split(',');
const rootPassword = required('MONGODB_ROOT_PASSWORD');
/** `MONGODB_API_GATEWAY_PASSWORD` → `api-gateway`: the services are those that have a password. */
const SERVICES = Object.keys(process.env)
  .map((name) => /^MONGODB_([A-Z_]+)_PASSWORD$/.exec(name)?.[1])
  .filter((name) => name !== undefined && !['ROOT', 'MONITOR', 'BACKUP'].includes(name))
  .map((name) => name.toLowerCase().replaceAll('_', '-'))
  .sort();
const passwordOf = (service) => required(`MONGODB_${service.toUpperCase().replaceAll('-', '_')}_PASSWORD`);

const isRootKnown = (admin) => {
  try {
    admin.auth('root', rootPassword);
    return true;
  } catch {
    return false;
  }
};

const initiate = (admin) => {
  try {
    const config = { _id: 'estate', members: members.map((host, index) => ({ _id: index, host })) };
    admin.runCommand({ replSetInitiate: config });
  } catch (error) {
    if (error.codeName !== 'AlreadyInitialized') throw error;
  }
  while (!admin.hello().isWritablePrimary) {
    // A member that lost its data gets the data and the users from the other members.
    if (isRootKnown(admin)) return;
    sleep(500);
  }
  admin.createUser({ user: 'root', pwd: rootPassword, roles: ['root'] });
  print('made the replica set and its root user');
};

const local = connect(HERE);
if (!isRootKnown(local)) initiate(local);

const all = connect(`mongodb://root:${rootPassword}@${members.join(',')}/admin?replicaSet=estate`);
/** One member at a time: the replica set accepts a change of one vote. */
const addMembers = () => {
  const { config } = all.runCommand({ replSetGetConfig: 1 });
  for (const host of members.filter((one) => !config.members.some((known) => known.host === one))) {
    config.version += 1;
    config.members.push({ _id: Math.max(...config.members.map(({ _id }) => _id)) + 1, host });
    all.runCommand({ replSetReconfig: config });
    print(`added ${host} to the replica set`);
  }
  const others = config.members.map(({ host }) => host).filter((host) => !members.includes(host));
  print(`members: ${config.members.map(({ host }) => host).join(', ')}`);
  if (others.length > 0)
    print(`the values do not have ${others.join(', ')}: remove them with rs.remove(host)`);
};
addMembers();

const allow = (user, database, roles) => {
  const own = all.getSiblingDB(database);
  const account = { pwd: passwordOf(user), roles };
  if (own.getUser(user)) own.updateUser(user, account);
  else own.createUser({ user, ...account });
};
for (const service of SERVICES) allow(service, service, [{ role: 'readWrite', db: service }]);
// May read statistics, but no data of the services.
allow('monitor', 'admin', [{ role: 'clusterMonitor', db: 'admin' }]);
// May read everything, including the oplog, and write nothing.
allow('backup', 'admin', [{ role: 'backup', db: 'admin' }]);
print(`${SERVICES.length} users may use their own database`);
