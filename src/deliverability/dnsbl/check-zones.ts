import { type Hit, type ResolveList, readAnswer } from './answer.ts'
import { type Digest, hashMailbox, testMailboxes } from './hashed.ts'
import { type BlockTarget, readTarget } from './target.ts'
import type { Zone } from './zones.ts'

export interface Requesting {
  readonly resolve: ResolveList
  readonly digest: Digest
  /** Replaces `{key}` in the name of a list. */
  readonly key?: string
  /** Milliseconds on a monotonic clock. */
  now(): number
}

export interface ZoneCheck {
  readonly target: string
  /** Number of lists with a valid response. */
  readonly checked: number
  readonly hits: readonly Hit[]
  readonly errors: readonly { readonly zone: string; readonly reason: string }[]
  /** Lists that failed their health check, and were not queried. */
  readonly disabled: readonly { readonly zone: string; readonly reason: string }[]
}

/** Queries block lists. A list is queried only if it passed its health check within the last hour. */
export interface Blacklists {
  check(target: BlockTarget, zones: readonly Zone[]): Promise<ZoneCheck>
}

/** Result of one list; at most one member is present. */
interface ZoneReport {
  readonly hit?: Hit
  readonly error?: string
  readonly disabled?: string
}

type Health = { readonly isWell: true } | { readonly isWell: false; readonly reason: string }

const healthMs = 3_600_000
/** A list that did not respond is checked again sooner. */
const troubleMs = 300_000
const [maxReasonLength, maxReasons] = [200, 8]

/** Caches the health of the lists. */
export function createBlacklists(requesting: Requesting): Blacklists {
  const { digest, now, resolve } = requesting
  const cached = new Map<string, { health: Promise<Health>; until: number }>()
  const nameOf = (query: string, { zone }: Zone) => `${query}.${zone.replace('{key}', requesting.key ?? '')}`

  function healthOf(zone: Zone, family: number | undefined): Promise<Health> {
    const key = `${zone.zone} ${family}`
    const known = cached.get(key)
    if (known !== undefined && known.until > now()) return known.health
    const health = examine(zone, family)
    cached.set(key, { health, until: now() + healthMs })
    void health.then(({ isWell }) => {
      if (!isWell) cached.set(key, { health, until: now() + troubleMs })
    })
    return health
  }

  // RFC 5782 5: an entry that every list contains, and one that none contains. A list with the latter lists everything.
  async function examine(zone: Zone, family: number | undefined): Promise<Health> {
    const [listed, clean] = await pointsOf(zone, family)
    const [has, lacks] = await Promise.all([resolve(nameOf(listed, zone), 'A'), resolve(nameOf(clean, zone), 'A')])
    if (['failed', 'refused', 'timeout'].includes(has.outcome)) return ill(`it does not respond (${has.outcome})`)
    const reading = readAnswer({ ...zone, codes: {} }, has.records)
    if (reading.state === 'error') return ill(reading.reason)
    if (reading.state === 'clean') return ill('it lacks the mandatory test entry')
    if (lacks.outcome === 'found') return ill('it lists everything')
    return lacks.outcome === 'no_name' || lacks.outcome === 'no_data' ? { isWell: true } : ill('it does not respond')
  }

  async function pointsOf(zone: Zone, family: number | undefined): Promise<[listed: string, clean: string]> {
    if (zone.kind !== 'email' || zone.testPoint !== undefined) return testPoints(zone, family)
    const [listed, clean] = await Promise.all([hashed(testMailboxes.listed, zone), hashed(testMailboxes.clean, zone)])
    return [listed, clean]
  }

  const hashed = (mailbox: string, { hash = 'sha1' }: Zone) => hashMailbox(mailbox, hash, digest)

  async function query(target: BlockTarget, zone: Zone): Promise<ZoneReport> {
    const health = await healthOf(zone, target.family)
    if (!health.isWell) return { disabled: health.reason }
    const query = target.kind === 'email' ? await hashed(target.query, zone) : target.query
    const { outcome, records } = await resolve(nameOf(query, zone), 'A')
    if (outcome === 'failed' || outcome === 'refused' || outcome === 'timeout')
      return { error: `no response (${outcome})` }
    const reading = readAnswer(zone, records)
    if (reading.state === 'error') return { error: reading.reason }
    if (reading.state === 'clean') return {}
    const { codes } = reading
    const { records: texts } = await resolve(nameOf(query, zone), 'TXT')
    const printable = texts.map((text) => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxReasonLength))
    const reasons = [...new Set(printable)].filter((text) => text !== '').slice(0, maxReasons)
    const [reason] = reasons
    const { delistUrl, group, name } = zone
    return {
      hit: {
        zone: zone.zone,
        name,
        ...codes[0],
        codes,
        ...(reason === undefined ? {} : { reason, reasons }),
        ...(delistUrl === undefined ? {} : { delistUrl }),
        ...(group === undefined ? {} : { group }),
      },
    }
  }

  return {
    async check(target, zones) {
      const applicable = zones.filter((zone) => appliesTo(zone, target))
      const results = await Promise.all(
        applicable.map(async (zone) => ({ zone: zone.zone, ...(await query(target, zone)) })),
      )
      const errors = results.flatMap(({ error, zone }) => (error === undefined ? [] : [{ zone, reason: error }]))
      const disabled = results.flatMap(({ disabled: why, zone }) => (why === undefined ? [] : [{ zone, reason: why }]))
      const hits = results.flatMap(({ hit }) => (hit === undefined ? [] : [hit]))
      return {
        target: target.text,
        checked: applicable.length - errors.length - disabled.length,
        hits,
        errors,
        disabled,
      }
    },
  }
}

function appliesTo({ families, kind }: Zone, target: BlockTarget): boolean {
  return kind === target.kind && (target.family === undefined || families?.includes(target.family) === true)
}

function testPoints({ families, kind, testPoint }: Zone, family: number | undefined): [listed: string, clean: string] {
  if (testPoint !== undefined) return [testPoint.listed, testPoint.clean]
  if (kind === 'domain') return ['test', 'invalid']
  const query = (address: string) => readTarget(address)?.query ?? ''
  // RFC 5782 5 has ::FFFF:7F00:2 and ::FFFF:7F00:1 for IPv6. Lists of both families rarely contain more than the IPv4 entry,
  // and it is enough that they do not list all of IPv6.
  if (family !== 6) return [query('127.0.0.2'), query('127.0.0.1')]
  const hasFour = families?.includes(4) === true
  return [hasFour ? query('127.0.0.2') : mappedQuery(2), mappedQuery(1)]
}

// An IPv4-mapped address in an IPv6 list: reversed nibbles.
function mappedQuery(last: number): string {
  const nibbles = `${'0'.repeat(20)}ffff7f00000${last}`
  return [...nibbles].toReversed().join('.')
}

function ill(reason: string): Health {
  return { isWell: false, reason }
}
