import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  danglingAlias,
  isUnknown,
  unmeasured,
} from '../findings/index.ts'
import { type DkimKey, isKey, readKey } from './read-key.ts'
import { report } from './reasons.ts'
import selectors from './selectors.json' with { type: 'json' }

/** A key that was found. */
export interface FoundKey extends Pick<DkimKey, 'type' | 'bits' | 'isRevoked'> {
  readonly selector: string
  /** Where the record stands, where the selector is an alias. */
  readonly alias?: string
}

/** DKIM of a domain: what the selectors that were tried have. */
export interface DkimCheck extends Checked {
  readonly keys: readonly FoundKey[]
  /** Selectors that were tried. */
  readonly tried: number
}

/** Questions at one time, and those that may fail before the rest is left. */
const atOnce = 20
const maxFailures = 20

/**
 * Tries selectors: the ones that are given, then those that senders are `known` to use. That none is found proves nothing, for
 * many services make them up; then the check is `unmeasured`.
 */
export async function checkDkim(
  domain: string,
  resolve: ResolveRecords,
  { given, known = selectors, random }: { given: readonly string[]; random: string; known?: readonly string[] },
): Promise<DkimCheck> {
  const ask = (selector: string) => resolve(`${selector}._domainkey.${domain}`, 'TXT')
  // A zone that answers for every name would seem to have them all.
  const hasAny = (await ask(random)).records.some(isKey)
  const wanted = [...new Set([...given.map((each) => each.toLowerCase()), ...(hasAny ? [] : known)])]
  const found: { selector: string; record: string; key: DkimKey; alias: string | undefined }[] = []
  const other: DomainFinding[] = []
  let [tried, failures] = [0, 0]
  for (let from = 0; from < wanted.length && failures < maxFailures; from += atOnce) {
    await Promise.all(
      wanted.slice(from, from + atOnce).map(async (selector) => {
        const reply = await ask(selector)
        if (isUnknown(reply)) return void failures++
        tried++
        const records = reply.records.filter(isKey)
        const [record] = records
        const name = `${selector}._domainkey.${domain}`
        if (record === undefined) {
          const target = danglingAlias(name, reply)
          const fix = 'Have the service publish its key, or take the alias out.'
          if (target !== undefined)
            other.push(report('dangling', `${selector} is an alias of ${target}, which is not there.`, { fix }))
          return
        }
        const owner = reply.owner?.toLowerCase()
        found.push({ selector, record, key: readKey(record, selector), alias: owner === name ? undefined : owner })
        if (records.length > 1)
          other.push(report('several', `${selector}: there are ${records.length} records.`, { fix: 'Keep one.' }))
      }),
    )
  }
  found.sort((one, other) => wanted.indexOf(one.selector) - wanted.indexOf(other.selector))
  const keys = found.map(({ alias, selector, key: { type, bits, isRevoked } }) => ({
    selector,
    type,
    isRevoked,
    ...(alias === undefined ? {} : { alias }),
    ...(bits === undefined ? {} : { bits }),
  }))
  const live = found.filter(({ key }) => !key.isRevoked)
  const [first] = live
  if (first === undefined) {
    const nothing = notFound({ tried, failures, hasAny, revoked: found.length })
    return { ...nothing, findings: [...nothing.findings, ...other], keys, tried }
  }
  const findings = [...found.flatMap(({ key }) => key.findings), ...other]
  // One key that cannot be used takes nothing from those that can.
  const isUsable = live.some(({ key }) => !key.findings.some(({ severity }) => severity === 'error'))
  const notified = isUsable
    ? findings.map((each) => (each.severity === 'error' ? ({ ...each, severity: 'warning' } as const) : each))
    : findings
  return { ...concluded(notified, { record: first.record }), keys, tried }
}

function notFound({
  tried,
  failures,
  hasAny,
  revoked,
}: {
  tried: number
  failures: number
  hasAny: boolean
  revoked: number
}): Checked {
  const fix =
    'Name the selectors that your senders use in `selectors`; the header DKIM-Signature of a mail has them as s=.'
  if (tried === 0 && failures > 0) return unmeasured(report('dns', 'The keys could not be asked for.'))
  if (hasAny) return unmeasured(report('wildcard', 'Every selector seems to have a key.', { fix }))
  if (revoked > 0)
    return unmeasured(report('revoked', `Only keys that were taken back are found under ${tried} selectors.`, { fix }))
  return unmeasured(
    report('not_found', `No key is found under the ${tried} selectors that were tried, which proves nothing.`, { fix }),
  )
}
