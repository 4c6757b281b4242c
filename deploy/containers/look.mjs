// What is asked inside the containers of the system that runs: the sandbox, and what Prometheus would scrape.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { containersOf, docker } from './docker.mjs';

/** What a program of Node prints that is run in a container of a service, as JSON. */
function evaluatedIn(service, program) {
  const [id] = containersOf(service, '{{.Id}}');
  return JSON.parse(docker(['exec', id, 'node', '--input-type=module', '--eval', program]));
}

const counted = (service, port, names) =>
  evaluatedIn(
    service,
    `const counts = ${JSON.stringify(names)}.map(async (name) =>
       (await (await fetch('http://127.0.0.1:${port}/api/' + name)).json()).length);
     console.log(JSON.stringify(await Promise.all(counts)));`,
  );

/** The numbers of the packages that the portal has received, and of the objects that it shows. */
export const portalCounts = () => counted('ftp-portal', 8081, ['packages', 'objects']);

/** The numbers of the objects of the estate software, and of its exports by FTP. */
export const estateSoftwareCounts = () => counted('estate-software', 8087, ['objects', 'exports']);

/** How many replicas answer with metrics, by the job of Prometheus; it finds them as Prometheus does. */
export function scraped(services) {
  const { scrape_configs: jobs } = parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8'));
  const targets = jobs
    .map(({ dns_sd_configs: [{ names, port }] }) => ({ name: names[0], port }))
    .filter(({ name }) => services.includes(name));
  return evaluatedIn(
    'api-gateway',
    `import { resolve4 } from 'node:dns';
     import { promisify } from 'node:util';
     const addressesOf = promisify(resolve4);
     const answers = async ({ name, port }) => {
       const found = (await addressesOf(name)).map(async (address) => {
         const answer = await fetch('http://' + address + ':' + port + '/metrics');
         return answer.ok && /^# TYPE /m.test(await answer.text());
       });
       return [name, (await Promise.all(found)).filter(Boolean).length];
     };
     console.log(JSON.stringify(Object.fromEntries(await Promise.all(${JSON.stringify(targets)}.map(answers)))));`,
  );
}
