import {
  type Checked,
  type DomainFinding,
  type FindingDetail,
  type ResolveRecords,
  concluded,
  isUnknown,
  unmeasured,
  unpublished,
} from '../findings/index.ts'
import { type SpfRecord, type SpfTerm, isSpf, readSpf } from './read-spf.ts'
import { report } from './reasons.ts'
import { type SpfStep, SpfWalk } from './walk.ts'

/** Length of a record that fits a UDP response next to its other content. */
const longRecord = 450

export interface SpfCheck extends Checked {
  /** Terms that query DNS, including those of included records. */
  readonly lookups?: number
  readonly voids?: number
  /** All terms of the record and of the records that it refers to. */
  readonly steps?: readonly SpfStep[]
}

/** Checks the SPF record of a domain and all records that it refers to. `hasMx`: the domain accepts mail. */
export async function checkSpf(
  domain: string,
  resolve: ResolveRecords,
  { hasMx = true }: { hasMx?: boolean } = {},
): Promise<SpfCheck> {
  const { outcome, records } = await resolve(domain, 'TXT')
  if (isUnknown({ outcome })) return unmeasured(report('dns', 'The TXT records could not be queried.'))
  const found = records.filter(isSpf)
  const [record] = found
  if (record === undefined) return evaluateAbsence(domain, records, hasMx)
  if (found.length > 1) {
    const detail = { fix: 'Merge them into one record.', ...publish(domain, merged(found)) }
    return concluded([report('several', `There are ${found.length} SPF records.`, detail)], { record })
  }
  const read = readSpf(record)
  if ('problem' in read)
    return concluded([report('syntax', `${read.problem}.`, { fix: 'Correct or remove the term.' })], { record })
  const walk = new SpfWalk(resolve)
  const allowed = walk.evaluateAllowed(await walk.follow(domain, read, [domain]))
  const findings = [
    ...evaluateEnd(domain, read),
    ...(allowed === undefined ? [] : [{ ...allowed.finding, ...withoutTerm(domain, read, allowed.via) }]),
    ...evaluateTerms(domain, read, record),
    ...walk.findings,
    ...walk.limits(),
  ]
  if (walk.isUncertain) findings.push(report('dns', 'Some included records could not be queried.'))
  const { lookups, steps, voids } = walk
  return { ...concluded(findings, { record }), lookups, voids, steps }
}

function evaluateAbsence(domain: string, records: readonly string[], hasMx: boolean): Checked {
  const near = records.find((record) => /spf1/i.test(record))
  if (near !== undefined) {
    const corrected = near
      .replace(/^.*?v\s*=\s*spf1[\s,;:]*/is, 'v=spf1 ')
      .replace(/"$/, '')
      .trim()
    const isGood = isSpf(corrected) && !('problem' in readSpf(corrected))
    const detail = { fix: 'Start it with “v=spf1 ”.', ...(isGood ? publish(domain, corrected) : {}) }
    return concluded(
      [report('misspelt', `“${near.slice(0, 60)}” looks like SPF, but does not start with “v=spf1”.`, detail)],
      {
        record: near,
      },
    )
  }
  const value = hasMx ? 'v=spf1 mx -all' : 'v=spf1 -all'
  const fix = hasMx
    ? 'Publish the senders: “mx” covers the mail hosts; add an include for each service that sends for you.'
    : 'Publish the senders, or “v=spf1 -all” if there are none.'
  return unpublished(report('none', 'No SPF record is published.', { fix, ...publish(domain, value) }))
}

function evaluateEnd(domain: string, { terms }: SpfRecord): DomainFinding[] {
  const at = terms.findIndex(({ name }) => name === 'all')
  const all = terms[at]
  const redirect = terms.find(({ name }) => name === 'redirect')
  const ending = (sign: string) => {
    const kept = terms.filter(({ name }) => name !== 'all' && name !== 'redirect')
    return publish(domain, written(kept, `${sign}all`))
  }
  if (all === undefined) {
    if (redirect !== undefined) return []
    const detail = { fix: 'End it with “-all”, or with “~all” while you collect the senders.', ...ending('-') }
    return [report('no_all', 'It has no rule for all other senders.', detail)]
  }
  const found: DomainFinding[] = []
  const detail = { fix: 'End it with “-all”, or with “~all” while you collect the senders.', ...ending('-') }
  if (all.qualifier === '+') found.push(report('plus_all', `“${all.text}” allows anyone to send.`, detail))
  if (all.qualifier === '?') found.push(report('neutral_all', '“?all” is neutral about other senders.', detail))
  const ignored = terms.slice(at + 1).filter(({ isModifier }) => !isModifier)
  if (ignored.length > 0 || redirect !== undefined) {
    const shown = [...ignored, ...(redirect === undefined ? [] : [redirect])].map(({ text }) => text.slice(0, 60))
    const message = `${shown.slice(0, 3).join(', ')} ${shown.length === 1 ? 'is' : 'are'} never evaluated, because “all” matches before.`
    found.push(
      report('after_all', message, {
        fix: 'Put “all” at the end.',
        ...ending(all.qualifier === '+' ? '-' : all.qualifier),
      }),
    )
  }
  return found
}

/** The record without the term that allows every sender. */
function withoutTerm(domain: string, { terms }: SpfRecord, via: SpfTerm | undefined): Pick<FindingDetail, 'publish'> {
  if (via === undefined) return {}
  const kept = terms.filter((term) => term !== via)
  return publish(
    domain,
    written(kept, kept.some(({ name }) => name === 'all' || name === 'redirect') ? undefined : '-all'),
  )
}

function evaluateTerms(domain: string, { terms }: SpfRecord, record: string): DomainFinding[] {
  const found: DomainFinding[] = []
  if (terms.some(({ name }) => name === 'ptr'))
    found.push(
      report('ptr', 'It uses “ptr”.', {
        fix: 'Use ip4, ip6 or a instead.',
        ...publish(domain, written(terms.filter(({ name }) => name !== 'ptr'))),
      }),
    )
  const texts = terms.map(({ text }) => text.toLowerCase())
  const twice = texts.find((text, index) => texts.indexOf(text) !== index)
  if (twice !== undefined)
    found.push(
      report('duplicate', `${twice.slice(0, 80)} is repeated.`, {
        fix: 'Remove one.',
        ...publish(domain, written(terms.filter((_term, index) => texts.indexOf(texts[index] ?? '') === index))),
      }),
    )
  if (record.length > longRecord)
    found.push(report('long', `It has ${record.length} characters.`, { fix: `Keep it under ${longRecord}.` }))
  return found
}

/** Merges several records: each term once, with the strictest `all`. */
function merged(records: readonly string[]): string | undefined {
  const read = records.map(readSpf)
  if (read.some((each) => 'problem' in each)) return undefined
  const terms = read.flatMap((each) => ('problem' in each ? [] : each.terms))
  const once = [...new Map(terms.map((term) => [term.text.toLowerCase(), term])).values()]
  const all = (['-', '~', '?'] as const).find((sign) =>
    once.some(({ name, qualifier }) => name === 'all' && qualifier === sign),
  )
  return written(
    once.filter(({ name }) => name !== 'all'),
    `${all ?? '~'}all`,
  )
}

function written(terms: readonly SpfTerm[], end?: string): string {
  const mechanisms = terms.filter(({ isModifier }) => !isModifier).map(({ text }) => text)
  const modifiers = terms.filter(({ isModifier }) => isModifier).map(({ text }) => text)
  return ['v=spf1', ...mechanisms, ...(end === undefined ? [] : [end]), ...modifiers].join(' ')
}

function publish(name: string, value: string | undefined): Pick<FindingDetail, 'publish'> {
  return value === undefined ? {} : { publish: { name, type: 'TXT', value } }
}
