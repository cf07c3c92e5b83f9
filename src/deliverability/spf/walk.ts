import { type DomainFinding, type ResolveRecords, isAbsent, isUnknown } from '../findings/index.ts'
import { type IpOctets, readIp } from '../ip/index.ts'
import { type AddressSpace, allAddresses, difference, networkOf, noAddresses, sizeOf, union } from './address-space.ts'
import { lookupTerms, spfLimits } from './limits.ts'
import { type SpfRecord, type SpfTerm, isSpf, readSpf } from './read-spf.ts'
import { report } from './reasons.ts'

/** A term of the record or of a record that it refers to, in the order of evaluation. */
export interface SpfStep {
  /** 0 in the record of the domain itself, 1 in an included record. */
  readonly depth: number
  /** The domain of the record. */
  readonly domain: string
  readonly term: string
  /** Number of DNS lookups so far; undefined for terms without a lookup. */
  readonly lookups?: number
  /** The record that an include or redirect refers to. */
  readonly record?: string
  /** The lookup returns nothing. */
  readonly isVoid?: boolean
}

/** Beyond the lookup limit the records are still followed, up to this many. */
const maxFollowed = 40
const maxSteps = 400
const maxShownLength = 1000
/** Shorter prefixes cover a large part of the Internet and cannot be the mail servers of one domain. */
const widest = { four: 8, six: 16 }
/** Total number of addresses that is as permissive as one network of that width. */
const tooMany = { four: 1n << 24n, six: 1n << 112n }

/** A term that matches every client, and the term of the domain's own record that includes it. */
export interface OpenTerm {
  readonly text: string
  readonly domain: string
  readonly via: SpfTerm
}

/** Clients that a record allows, as far as its terms contain IP addresses. */
interface Allowed {
  readonly space: AddressSpace
  readonly open?: OpenTerm
}

/** Result of following a term: details of its step, and the clients that it matches, as far as known. */
type Evaluated = Partial<SpfStep> & { readonly matched?: Allowed }

const noSenders: Allowed = { space: noAddresses }

function everybody(term: SpfTerm, domain: string): Allowed {
  return { space: allAddresses, open: { text: term.text, domain, via: term } }
}

function spaceOf(network: IpOctets | undefined, { prefix }: SpfTerm): Allowed {
  if (network === undefined) return noSenders
  return { space: networkOf(network, network.length === 4 ? prefix.four : prefix.six) }
}

/** Follows all records that a record refers to, beyond the limits of receivers, for display. */
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

  /**
   * Follows the record of a domain; `path` are the referring domains, this one last. Returns the allowed clients, in the
   * order of its terms.
   */
  async follow(domain: string, { terms }: SpfRecord, path: readonly string[]): Promise<Allowed> {
    const hasAll = terms.some(({ name }) => name === 'all')
    let left = allAddresses
    let allowed = noSenders
    let redirected = noSenders
    let isOver = false
    const allow = ({ open, space }: Allowed, via: SpfTerm) => {
      const passed = difference(space, difference(space, left))
      const isOpen = open !== undefined && (passed.four.length > 0 || passed.six.length > 0)
      const opened = allowed.open ?? (isOpen ? { ...open, via } : undefined)
      allowed = { space: union(allowed.space, passed), ...(opened === undefined ? {} : { open: opened }) }
    }
    for (const term of terms) {
      if (this.steps.length >= maxSteps) return allowed
      const step = { depth: path.length - 1, domain, term: term.text.slice(0, 300) }
      // Terms after `all` are ignored (RFC 7208 5.1), and so is a redirect in a record with `all` (RFC 7208 6.1).
      const isIdle = (isOver && !term.isModifier) || (hasAll && term.name === 'redirect')
      if (isIdle) {
        this.steps.push(step)
        continue
      }
      isOver ||= term.name === 'all'
      this.#evaluateWidth(term, domain)
      const matched = await this.#evaluateTerm(term, step, path)
      if (term.name === 'redirect') redirected = matched
      else if (!term.isModifier) {
        if (term.qualifier === '+') allow(matched, term)
        left = difference(left, matched.space)
      }
    }
    const redirect = terms.find(({ name }) => name === 'redirect')
    if (redirect !== undefined && !hasAll) allow(redirected, redirect)
    return allowed
  }

  /** Records a term, follows its reference, and returns the clients that it matches. */
  async #evaluateTerm(term: SpfTerm, step: SpfStep, path: readonly string[]): Promise<Allowed> {
    const { domain } = step
    if (!lookupTerms.has(term.name) || this.lookups >= maxFollowed) {
      this.steps.push(step)
      return term.name === 'all' ? everybody(term, domain) : spaceOf(term.network, term)
    }
    this.lookups++
    const at = this.steps.push({ ...step, lookups: this.lookups }) - 1
    const target = (term.value ?? domain).replace(/\.$/, '').toLowerCase()
    // The value of a macro depends on the message.
    if (target.includes('%')) return noSenders
    const leadsOn = term.name === 'include' || term.name === 'redirect'
    const { matched = noSenders, ...more } = await (leadsOn
      ? this.#enter(target, term, path)
      : this.#look(target, term, domain))
    this.steps[at] = { ...step, lookups: this.steps[at]?.lookups ?? 0, ...more }
    return matched
  }

  /** The finding about the allowed clients that `follow` returned. */
  evaluateAllowed({ open, space }: Allowed): { finding: DomainFinding; via: SpfTerm | undefined } | undefined {
    if (sizeOf(space.four) < tooMany.four && sizeOf(space.six) < tooMany.six) return undefined
    if (open !== undefined) {
      // An `all` of the record itself has its own finding.
      if (open.via.name === 'all') return undefined
      const where = open.via.text === open.text ? '' : ` in the record of ${open.domain}`
      const message = `“${open.text.slice(0, 80)}”${where} allows anyone to send.`
      const fix =
        where === ''
          ? 'Remove the term.'
          : `Remove “${open.via.text.slice(0, 80)}”, or have ${open.domain} list its senders.`
      return { finding: report('plus_all', message, { fix }), via: open.via }
    }
    if (this.findings.some(({ code }) => code === 'spf.wide')) return undefined
    const message = 'Together its networks cover a large part of the Internet.'
    const fix = 'List only the networks of your senders.'
    return { finding: report('wide', message, { fix }), via: undefined }
  }

  limits(): DomainFinding[] {
    const { lookups, voids } = spfLimits
    const found: DomainFinding[] = []
    const max = this.lookups >= maxFollowed ? `${maxFollowed} or more` : this.lookups
    if (this.lookups > lookups)
      found.push(
        report('too_many_lookups', `It requires ${max} lookups; ${lookups} are allowed.`, {
          fix: 'Remove unused senders, move some to a separate subdomain, or replace them with ip4 and ip6 networks.',
        }),
      )
    else if (this.lookups >= lookups - 1)
      found.push(
        report('many_lookups', `It takes ${this.lookups} of ${lookups} lookups.`, {
          fix: 'Remove unused senders.',
        }),
      )
    if (this.voids > voids)
      found.push(
        report('too_many_voids', `${this.voids} void lookups; ${voids} are allowed.`, {
          fix: 'Remove names that do not exist.',
        }),
      )
    return found
  }

  async #enter(target: string, term: SpfTerm, path: readonly string[]): Promise<Evaluated> {
    if (path.includes(target)) return this.#fail('loop', `${term.text} includes ${target} in a loop.`)
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
        record: record.slice(0, maxShownLength),
        ...this.#fail('include_broken', `${term.text}: the record of ${target} is invalid: ${read.problem}.`),
      }
    const matched = await this.follow(target, read, [...path, target])
    return { record: record.slice(0, maxShownLength), matched }
  }

  async #look(target: string, term: SpfTerm, domain: string): Promise<Evaluated> {
    const { name } = term
    if (name === 'ptr') return {}
    if (name === 'mx') {
      const reply = await this.#resolve(target, 'MX')
      if (reply.records.length > spfLimits.names)
        this.#fail('too_many_mx', `mx: ${target} has ${reply.records.length} mail hosts.`)
      return this.#noted([reply])
    }
    const replies = await Promise.all([this.#resolve(target, 'A'), this.#resolve(target, 'AAAA')])
    const noted = this.#noted(replies)
    // RFC 7208 5.7: `exists` queries A only; without macros the result is the same for every client.
    if (name === 'exists') return replies[0].records.length > 0 ? { ...noted, matched: everybody(term, domain) } : noted
    const networks = replies.flatMap(({ records }) => records.map((address) => spaceOf(readIp(address), term)))
    return { ...noted, matched: { space: networks.reduce((sum, { space }) => union(sum, space), noAddresses) } }
  }

  #noted(replies: readonly { outcome: 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout' }[]) {
    if (replies.some(isUnknown)) this.isUncertain = true
    else if (replies.every(isAbsent)) {
      this.voids++
      return { isVoid: true }
    }
    return {}
  }

  #evaluateWidth({ name, network, prefix, qualifier, text }: SpfTerm, domain: string): void {
    if (qualifier !== '+' || !['ip4', 'ip6', 'a', 'mx'].includes(name)) return
    const isWide =
      network === undefined
        ? prefix.four <= widest.four || prefix.six <= widest.six
        : network.length === 4
          ? prefix.four <= widest.four
          : prefix.six <= widest.six
    if (isWide)
      this.findings.push(
        report('wide', `${text.slice(0, 80)} in the record of ${domain} covers a large part of the Internet.`, {
          fix: 'List only the networks of your senders.',
        }),
      )
  }

  #fail(code: 'loop' | 'include_missing' | 'include_broken' | 'too_many_mx', message: string): Partial<SpfStep> {
    this.findings.push(report(code, message, { fix: 'Correct or remove the term.' }))
    return {}
  }
}
