import type { ResolveRecords } from '../../../deliverability/findings/index.ts'
import { confirmName } from '../../../deliverability/mail-hosts/index.ts'
import { type Store, statementwise } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import { reviseAllFacts } from '../domains/index.ts'
import { type HostRow, deleteOldHosts, saveHosts, selectUnknownIps } from './store.ts'

/** The network of an IP address. */
export interface Network {
  readonly asn: number
  readonly name: string
  readonly country: string | null
}

export interface EnrichDeps {
  readonly store: Store
  /** The network of an IP address by the operator's file; undefined without one. */
  networkOf(ip: string): Promise<Network | undefined>
}

const atOnce = 50
const hourMs = 3_600_000
/** Retention of results: confirmed names a week, other ones a day, failed queries an hour. */
const untilMs: Readonly<Record<HostRow['state'], number>> = {
  confirmed: 7 * 24 * hourMs,
  none: 24 * hourMs,
  mismatch: 24 * hourMs,
  unknown: hourMs,
}
const maxRounds = 200
const recentDays = 45

/** Looks up IP addresses of recent reports that are not cached; returns their number. Stops once the signal aborts. */
export async function enrichSources(
  { networkOf, resolve, store }: EnrichDeps & { resolve: ResolveRecords },
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<number> {
  let looked = 0
  for (let round = 0; round < maxRounds && !signal.aborted; round++) {
    const ips = await selectUnknownIps(store.read, { fromDay: dayOf(nowMs) - recentDays, limit: atOnce, nowMs })
    if (ips.length === 0) break
    const rows = await Promise.all(
      ips.map(async (ip): Promise<HostRow> => {
        const [{ name, state }, network] = await Promise.all([confirmName(ip, resolve), networkOf(ip)])
        return {
          ip,
          state,
          ptr: name ?? null,
          asn: network?.asn ?? null,
          asName: network?.name ?? null,
          country: network?.country ?? null,
          lookedUpAt: nowMs,
          untilAt: nowMs + untilMs[state],
        }
      }),
    )
    await store.tx((db) => saveHosts(db, rows), statementwise)
    looked += rows.length
  }
  if (looked > 0) await store.tx(reviseAllFacts, statementwise)
  await store.tx((db) => deleteOldHosts(db, nowMs - 90 * 24 * hourMs), statementwise)
  return looked
}
