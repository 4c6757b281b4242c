// Run by mongosh inside the pod, or the container's network, of the first member: makes the replica set, its root user, and
// for every service a user that may read and write the database of that service and no other. May be run again at any time.
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
  .filter((name) => name !== undefined && name !== 'ROOT')
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
    // A member that had lost its data gets them, and with them the users, from the others.
    if (isRootKnown(admin)) return;
    sleep(500);
  }
  admin.createUser({ user: 'root', pwd: rootPassword, roles: ['root'] });
  print('made the replica set and its root user');
};

const local = connect(HERE);
if (!isRootKnown(local)) initiate(local);

const all = connect(`mongodb://root:${rootPassword}@${members.join(',')}/admin?replicaSet=estate`);
for (const service of SERVICES) {
  const own = all.getSiblingDB(service);
  const account = { pwd: passwordOf(service), roles: [{ role: 'readWrite', db: service }] };
  if (own.getUser(service)) own.updateUser(service, account);
  else own.createUser({ user: service, ...account });
}
print(`${SERVICES.length} users may use their own database`);
