/** True for a fully qualified domain name (RFC 5321 2.3.5) that is not a default name such as localhost. */
export function isFullHostName(name: string): boolean {
  const isWritten = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(name)
  return isWritten && !/(?:^|\.)(?:localhost|localdomain|local|lan|internal|home\.arpa|invalid)$/i.test(name)
}
