/** True if a name can be given in EHLO: one with a domain (RFC 5321 2.3.5), and not one that every machine has. */
export function isFullHostName(name: string): boolean {
  const isWritten = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(name)
  return isWritten && !/(?:^|\.)(?:localhost|localdomain|local|lan|internal|home\.arpa|invalid)$/i.test(name)
}
