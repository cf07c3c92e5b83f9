import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import type { DnsServer } from './transport.ts'

/** Files of the system that configure name resolution. */
export interface SystemFiles {
  readonly hosts: string
  readonly resolvConf: string
}

export const systemFiles: SystemFiles = {
  hosts: process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
}

const recheckMs = 5000

/** IP addresses by lower-case name, from a hosts file (hosts(5)). */
export function parseHosts(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names.map((each) => each.toLowerCase())) found.set(name, [...(found.get(name) ?? []), address])
  }
  return found
}

/** The servers of a resolv.conf (resolv.conf(5)), at most three; 127.0.0.1 if it has none. */
export function parseResolvConf(text: string): DnsServer[] {
  const named = [...text.matchAll(/^[ \t]*nameserver[ \t]+(\S+)/gm)].map(([, host = '']) => host)
  const servers = named.filter((host) => isIP(host.split('%')[0] ?? '') !== 0).slice(0, 3)
  return (servers.length > 0 ? servers : ['127.0.0.1']).map((host) => ({ host, port: 53 }))
}

/** The given servers, else those of the system. */
export function serversQueried(given: readonly DnsServer[], files: SystemFiles = systemFiles): readonly DnsServer[] {
  return given.length > 0 ? given : watchFile(files.resolvConf, parseResolvConf)()
}

/** The parsed content of a file, read again after it has changed; checked every few seconds at most. */
export function watchFile<T>(path: string, parse: (text: string) => T): () => T {
  let value = parse('')
  let stamp = ''
  let lookAtMs = 0
  return () => {
    if (performance.now() < lookAtMs) return value
    lookAtMs = performance.now() + recheckMs
    try {
      const { mtimeMs, size, ino } = statSync(path)
      const now = `${mtimeMs} ${size} ${ino}`
      if (now !== stamp) value = parse(readFileSync(path, 'utf8'))
      stamp = now
    } catch {
      // A missing file counts as empty; one that is being replaced is read the next time.
    }
    return value
  }
}
