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

export interface FoundKey extends Pick<DkimKey, 'type' | 'bits' | 'isRevoked'> {
  readonly selector: string
  /** The target name if the selector is a CNAME. */
  readonly alias?: string
}

export interface DkimCheck extends Checked {
  readonly keys: readonly FoundKey[]
  /** Number of queried selectors. */
  readonly tried: number
}

/** Concurrent queries, and failed queries after which the rest is skipped. */
const atOnce = 20
const maxFailures = 20

/**
 * Queries the given selectors, then those `known` of common senders. If none is found the check is `unmeasured`, because
 * many services generate random selectors.
 */
export async function checkDkim(
  domain: string,
  resolve: ResolveRecords,
  { given, known = selectors, random }: { given: readonly string[]; random: string; known?: readonly string[] },
): Promise<DkimCheck> {
  const queryKey = (selector: string) => resolve(`${selector}._domainkey.${domain}`, 'TXT')
  // A zone with a wildcard would appear to have every selector.
  const hasAny = (await queryKey(random)).records.some(isKey)
  const wanted = [...new Set([...given.map((each) => each.toLowerCase()), ...(hasAny ? [] : known)])]
  const found: { selector: string; record: string; key: DkimKey; alias: string | undefined }[] = []
  const other: DomainFinding[] = []
  let [tried, failures] = [0, 0]
  for (let from = 0; from < wanted.length && failures < maxFailures; from += atOnce) {
    await Promise.all(
      wanted.slice(from, from + atOnce).map(async (selector) => {
        const reply = await queryKey(selector)
        if (isUnknown(reply)) return void failures++
        tried++
        const records = reply.records.filter(isKey)
        const [record] = records
        const name = `${selector}._domainkey.${domain}`
        if (record === undefined) {
          const target = danglingAlias(name, reply)
          const fix = 'Have the service publish its key, or remove the CNAME.'
          if (target !== undefined)
            other.push(report('dangling', `${selector} is an alias of ${target}, which does not exist.`, { fix }))
          return
        }
        const owner = reply.owner?.toLowerCase()
        found.push({ selector, record, key: readKey(record, selector), alias: owner === name ? undefined : owner })
        if (records.length > 1)
          other.push(report('several', `${selector}: there are ${records.length} records.`, { fix: 'Keep only one.' }))
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
  // An unusable key does not affect usable ones.
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
    'List the selectors that your senders use in `selectors`; the DKIM-Signature header of an email contains them as s=.'
  if (tried === 0 && failures > 0) return unmeasured(report('dns', 'The keys could not be queried.'))
  if (hasAny) return unmeasured(report('wildcard', 'Every selector appears to have a key.', { fix }))
  if (revoked > 0)
    return unmeasured(report('revoked', `Only revoked keys were found under ${tried} selectors.`, { fix }))
  return unmeasured(
    report('not_found', `No key was found under the ${tried} common selectors; the domain may use another one.`, {
      fix,
    }),
  )
}
