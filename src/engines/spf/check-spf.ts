import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isAbsent,
  isUnknown,
  unmeasured,
} from '../findings/index.ts'
import { type SpfRecord, type SpfTerm, isSpf, readSpf } from './read-spf.ts'

/** RFC 7208 4.6.4: terms that ask DNS, and those of them that may find nothing. */
const mostLookups = 10
const mostVoids = 2
/** Beyond the limit it is still shown where the record leads, but not without end. */
const mostFollowed = 40
/** Characters that fit one answer beside what else there is. */
const longRecord = 450

/** SPF of a domain and of all that its record refers to; `terms` are the lookups in their order, for whoever wants to see. */
export async function checkSpf(
  domain: string,
  resolve: ResolveRecords,
): Promise<Checked & { lookups?: number; voids?: number; terms?: readonly string[] }> {
  const { outcome, records } = await resolve(domain, 'TXT')
  if (isUnknown({ outcome })) return unmeasured('spf.dns', 'The TXT records could not be asked for.')
  const found = records.filter(isSpf)
  const [record] = found
  if (record === undefined) return { state: 'none', findings: [absence(records)], share: 0 }
  if (found.length > 1) {
    const message = `There are ${found.length} SPF records, and receivers then use none (RFC 7208 4.5).`
    return concluded([{ code: 'spf.several', severity: 'error', message, fix: 'Make one record of them.' }], { record })
  }
  const read = readSpf(record)
  if ('problem' in read) {
    const message = `${read.problem}, and receivers stop there (RFC 7208 4.6).`
    return concluded([{ code: 'spf.syntax', severity: 'error', message }], { record })
  }
  const walk = new Walk(resolve)
  await walk.follow(domain, read, [domain])
  const findings = [...judgeEnd(read), ...judgeTerms(read, record), ...walk.findings, ...walk.limits()]
  if (walk.isUncertain)
    findings.push({
      code: 'spf.dns',
      severity: 'info',
      message: 'Some records that it refers to could not be asked for.',
    })
  const { lookups, terms, voids } = walk
  return { ...concluded(findings, { record }), lookups, voids, terms }
}

/** Follows what a record refers to. */
class Walk {
  readonly findings: DomainFinding[] = []
  readonly terms: string[] = []
  readonly #resolve: ResolveRecords
  lookups = 0
  voids = 0
  isUncertain = false

  constructor(resolve: ResolveRecords) {
    this.#resolve = resolve
  }

  async follow(domain: string, { terms }: SpfRecord, path: readonly string[]): Promise<void> {
    for (const term of terms) {
      const isLookup = ['include', 'a', 'mx', 'ptr', 'exists', 'redirect'].includes(term.name)
      if (!isLookup || this.lookups >= mostFollowed) continue
      this.lookups++
      this.terms.push(`${domain}: ${term.text}`)
      const target = (term.value ?? domain).replace(/\.$/, '').toLowerCase()
      // What a macro becomes depends on the mail.
      if (target.includes('%')) continue
      if (term.name === 'include' || term.name === 'redirect') await this.#enter(target, term, path)
      else await this.#look(target, term)
    }
  }

  limits(): DomainFinding[] {
    const found: DomainFinding[] = []
    if (this.lookups > mostLookups)
      found.push({
        code: 'spf.too_many_lookups',
        severity: 'error',
        message: `It takes ${this.lookups >= mostFollowed ? `${mostFollowed} or more` : this.lookups} lookups, and receivers stop at ${mostLookups} (RFC 7208 4.6.4).`,
        fix: 'Take out senders you do not use, or put their networks in as ip4 and ip6.',
      })
    if (this.voids > mostVoids)
      found.push({
        code: 'spf.too_many_voids',
        severity: 'error',
        message: `${this.voids} lookups find nothing, and receivers may stop at ${mostVoids} (RFC 7208 4.6.4).`,
        fix: 'Take out names that do not exist.',
      })
    return found
  }

  async #enter(target: string, term: SpfTerm, path: readonly string[]): Promise<void> {
    if (path.includes(target)) {
      const message = `${term.text} leads back to ${target}, and never ends.`
      return this.#fail('spf.loop', message)
    }
    const reply = await this.#resolve(target, 'TXT')
    if (isUnknown(reply)) return void (this.isUncertain = true)
    if (isAbsent(reply)) this.voids++
    const found = reply.records.filter(isSpf)
    const [record] = found
    if (record === undefined) return this.#fail('spf.include_missing', `${term.text}: ${target} has no SPF record.`)
    const read = found.length > 1 ? { problem: 'several records' } : readSpf(record)
    if ('problem' in read)
      return this.#fail('spf.include_broken', `${term.text}: ${target} has a broken record: ${read.problem}.`)
    await this.follow(target, read, [...path, target])
  }

  async #look(target: string, { name }: SpfTerm): Promise<void> {
    if (name === 'ptr') return
    if (name === 'mx') {
      const reply = await this.#resolve(target, 'MX')
      if (isUnknown(reply)) this.isUncertain = true
      if (isAbsent(reply)) this.voids++
      if (reply.records.length > mostLookups)
        this.#fail('spf.too_many_mx', `mx: ${target} has more than ${mostLookups} mail hosts (RFC 7208 4.6.4).`)
      return
    }
    const [four, six] = await Promise.all([this.#resolve(target, 'A'), this.#resolve(target, 'AAAA')])
    if (isUnknown(four) || isUnknown(six)) this.isUncertain = true
    else if (isAbsent(four) && isAbsent(six)) this.voids++
  }

  #fail(code: string, message: string): void {
    this.findings.push({ code, severity: 'error', message, fix: 'Take the term out, or correct it.' })
  }
}

function absence(records: readonly string[]): DomainFinding {
  const near = records.find((record) => /spf1/i.test(record))
  const fix = 'Publish one TXT record such as “v=spf1 include:… -all”; “v=spf1 -all” where nobody sends.'
  if (near === undefined) return { code: 'spf.none', severity: 'warning', message: 'No SPF record is published.', fix }
  const message = `“${near.slice(0, 60)}” looks like SPF, but does not begin with “v=spf1 ”.`
  return { code: 'spf.misspelt', severity: 'error', message, fix }
}

function judgeEnd({ terms }: SpfRecord): DomainFinding[] {
  const at = terms.findIndex(({ name }) => name === 'all')
  const all = terms[at]
  const redirect = terms.find(({ name }) => name === 'redirect')
  if (all === undefined) {
    if (redirect !== undefined) return []
    const message = 'It says nothing about all other senders, which then are neutral.'
    return [{ code: 'spf.no_all', severity: 'warning', message, fix: 'End it with “-all” or “~all”.' }]
  }
  const found: DomainFinding[] = []
  if (all.qualifier === '+')
    found.push({
      code: 'spf.plus_all',
      severity: 'error',
      message: 'It lets everybody send.',
      fix: 'End it with “-all” or “~all”.',
    })
  if (all.qualifier === '?')
    found.push({
      code: 'spf.neutral_all',
      severity: 'warning',
      message: '“?all” says nothing about other senders.',
      fix: 'Use “~all” or “-all”.',
    })
  const ignored = terms.slice(at + 1).filter(({ isModifier }) => !isModifier)
  if (ignored.length > 0 || redirect !== undefined)
    found.push({
      code: 'spf.after_all',
      severity: 'warning',
      message: 'What stands behind “all” is never looked at, nor is a redirect.',
      fix: 'Put “all” at the end.',
    })
  return found
}

function judgeTerms({ terms }: SpfRecord, record: string): DomainFinding[] {
  const found: DomainFinding[] = []
  if (terms.some(({ name }) => name === 'ptr'))
    found.push({
      code: 'spf.ptr',
      severity: 'warning',
      message: '“ptr” is slow and not to be used (RFC 7208 5.5).',
      fix: 'Use ip4, ip6 or a.',
    })
  const texts = terms.map(({ text }) => text.toLowerCase())
  const twice = texts.find((text, index) => texts.indexOf(text) !== index)
  if (twice !== undefined)
    found.push({ code: 'spf.duplicate', severity: 'warning', message: `${twice} stands twice.`, fix: 'Take one out.' })
  if (record.length > longRecord)
    found.push({
      code: 'spf.long',
      severity: 'warning',
      message: `It has ${record.length} characters, and may not fit one answer.`,
      fix: 'Keep it under 450.',
    })
  return found
}
