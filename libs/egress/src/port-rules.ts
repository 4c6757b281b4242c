const WEB_PORTS = new Set([80, 443]);
const FIRST_UNPRIVILEGED = 1024;

/** The unprivileged ports that browsers refuse, too: a request can be mistaken for another protocol there. */
const FOREIGN_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** True for 80, 443 and every port from 1024 on that is not known for another protocol. */
export function mayCallPort(port: number): boolean {
  return WEB_PORTS.has(port) || (port >= FIRST_UNPRIVILEGED && !FOREIGN_PORTS.has(port));
}
