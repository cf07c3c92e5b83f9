import type { DnsReply, ResolveRecords } from '../../src/deliverability/findings/index.ts'

/** What a zone holds under `TYPE name`: records, or how the question ends. */
export type Zone = Record<string, readonly unknown[] | DnsReply<unknown>['outcome']>

/** Answers from a zone; a name that has other types exists, any other does not. Notes what was requested. */
export function resolverOf(zone: Zone, { authentic = [] }: { authentic?: readonly string[] } = {}) {
  const asked: string[] = []
  const names = new Set(Object.keys(zone).map((key) => key.split(' ')[1]))
  const resolve = async (name: string, type: string): Promise<DnsReply<unknown>> => {
    const key = `${type} ${name}`
    asked.push(key)
    const found = zone[key] ?? (names.has(name) ? 'no_data' : 'no_name')
    const isAuthentic = authentic.includes(key)
    return typeof found === 'string'
      ? { outcome: found, records: [], isAuthentic }
      : { outcome: 'found', records: found, isAuthentic }
  }
  return { resolve: resolve as ResolveRecords, asked }
}
