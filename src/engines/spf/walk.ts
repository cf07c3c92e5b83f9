import { type DomainFinding, type ResolveRecords, isAbsent, isUnknown } from '../findings/index.ts'
import { lookupTerms, spfLimits } from './limits.ts'
import { type SpfRecord, type SpfTerm, isSpf, readSpf } from './read-spf.ts'
import { say } from './reasons.ts'

/** One term of a record or of one that it leads to, in the order in which receivers come to it. */
export interface SpfStep {
  /** 0 in the record of the domain itself, 1 in what it includes. */
  readonly depth: number
  /** Whose record the term stands in. */
  readonly domain: string
  readonly term: string
  /** How many lookups there are up to here; left out for terms that ask nobody. */
  readonly lookups?: number
  /** The record that an include or a redirect leads to. */
  readonly record?: string
  /** The lookup finds nothing. */
  readonly isVoid?: boolean
}

/** Beyond the limit it is still shown where the record leads, but not without end. */
const mostFollowed = 40
const mostSteps = 400
const longestShown = 1000
/** A network this wide is a large part of the Internet, and nobody’s mail servers. */
const widest = { four: 8, six: 16 }

/** Follows everything that a record refers to, beyond the limits of receivers, for whoever wants to see it. */
export class SpfWalk {
  readonly findings: DomainFinding[] = []
  readonly steps: SpfStep[] = []
  readonly #resolve: ResolveRecords
  lookups = 0
  voids = 0
  isUncertain = false

  constructor(resolve: ResolveRecords) {
    this.#resolve = resolve
  }

  /** Follows the record of a domain; `path` are the domains that lead to it, itself at the end. */
  async follow(domain: string, { terms }: SpfRecord, path: readonly string[]): Promise<void> {
    for (const term of terms) {
      if (this.steps.length >= mostSteps) return
      const step = { depth: path.length - 1, domain, term: term.text.slice(0, 300) }
      this.#judgeWidth(term, domain)
      // With `all` a redirect is passed over (RFC 7208 6.1).
      const isIdle = term.name === 'redirect' && terms.some(({ name }) => name === 'all')
      if (!lookupTerms.has(term.name) || isIdle || this.lookups >= mostFollowed) {
        this.steps.push(step)
        continue
      }
      this.lookups++
      const at = this.steps.push({ ...step, lookups: this.lookups }) - 1
      const target = (term.value ?? domain).replace(/\.$/, '').toLowerCase()
      // What a macro becomes depends on the mail.
      if (target.includes('%')) continue
      const more =
        term.name === 'include' || term.name === 'redirect'
          ? await this.#enter(target, term, path)
          : await this.#look(target, term)
      this.steps[at] = { ...step, lookups: this.steps[at]?.lookups ?? 0, ...more }
    }
  }

  /** What the counters say. */
  limits(): DomainFinding[] {
    const { lookups, voids } = spfLimits
    const found: DomainFinding[] = []
    const most = this.lookups >= mostFollowed ? `${mostFollowed} or more` : this.lookups
    if (this.lookups > lookups)
      found.push(
        say('too_many_lookups', `It takes ${most} lookups where ${lookups} are allowed.`, {
          fix: 'Take out senders you do not use, move some to a subdomain of their own, or put their networks in as ip4 and ip6.',
        }),
      )
    else if (this.lookups >= lookups - 1)
      found.push(
        say('many_lookups', `It takes ${this.lookups} of ${lookups} lookups.`, {
          fix: 'Take out senders you do not use.',
        }),
      )
    if (this.voids > voids)
      found.push(
        say('too_many_voids', `${this.voids} lookups find nothing, and ${voids} are allowed.`, {
          fix: 'Take out names that do not exist.',
        }),
      )
    return found
  }

  async #enter(target: string, term: SpfTerm, path: readonly string[]): Promise<Partial<SpfStep>> {
    if (path.includes(target)) return this.#fail('loop', `${term.text} leads back to ${target}, and never ends.`)
    const reply = await this.#resolve(target, 'TXT')
    if (isUnknown(reply)) {
      this.isUncertain = true
      return {}
    }
    const isVoid = isAbsent(reply)
    if (isVoid) this.voids++
    const found = reply.records.filter(isSpf)
    const [record] = found
    if (record === undefined) {
      const failed = this.#fail('include_missing', `${term.text}: ${target} has no SPF record.`)
      return isVoid ? { ...failed, isVoid } : failed
    }
    const read = found.length > 1 ? { problem: 'it has several' } : readSpf(record)
    if ('problem' in read)
      return {
        record: record.slice(0, longestShown),
        ...this.#fail('include_broken', `${term.text}: the record of ${target} is broken: ${read.problem}.`),
      }
    await this.follow(target, read, [...path, target])
    return { record: record.slice(0, longestShown) }
  }

  async #look(target: string, { name }: SpfTerm): Promise<Partial<SpfStep>> {
    if (name === 'ptr') return {}
    if (name === 'mx') {
      const reply = await this.#resolve(target, 'MX')
      if (reply.records.length > spfLimits.names)
        this.#fail('too_many_mx', `mx: ${target} has ${reply.records.length} mail hosts.`)
      return this.#noted([reply])
    }
    return this.#noted(await Promise.all([this.#resolve(target, 'A'), this.#resolve(target, 'AAAA')]))
  }

  #noted(replies: readonly { outcome: 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout' }[]) {
    if (replies.some(isUnknown)) this.isUncertain = true
    else if (replies.every(isAbsent)) {
      this.voids++
      return { isVoid: true }
    }
    return {}
  }

  #judgeWidth({ name, network, prefix, qualifier, text }: SpfTerm, domain: string): void {
    if (qualifier !== '+' || !['ip4', 'ip6', 'a', 'mx'].includes(name)) return
    const isWide =
      network === undefined
        ? prefix.four <= widest.four || prefix.six <= widest.six
        : network.length === 4
          ? prefix.four <= widest.four
          : prefix.six <= widest.six
    if (isWide)
      this.findings.push(
        say('wide', `${text.slice(0, 80)} in the record of ${domain} allows a large part of the Internet.`, {
          fix: 'Name the networks of your senders, and no others.',
        }),
      )
  }

  #fail(code: 'loop' | 'include_missing' | 'include_broken' | 'too_many_mx', message: string): Partial<SpfStep> {
    this.findings.push(say(code, message, { fix: 'Take the term out, or correct it.' }))
    return {}
  }
}
