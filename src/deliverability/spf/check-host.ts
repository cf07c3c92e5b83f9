import { type DnsReply, type ResolveRecords, isAbsent, isUnknown } from '../findings/index.ts'
import { type IpOctets, dotted, isInNetwork, readIp, readable, reverseOf } from '../ip/index.ts'
import { lookupTerms, spfLimits } from './limits.ts'
import { type MacroValues, expandDomain, expandMacros, isMacroString } from './macro.ts'
import { type SpfRecord, type SpfTerm, isSpf, readSpf } from './read-spf.ts'

/** RFC 7208 2.6. */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror'

export interface SpfQuestion {
  /** IP address of the client, in any spelling. */
  readonly ip: string
  /** The domain of the sender, or of HELO if the sender is empty. */
  readonly domain: string
  /** The MAIL FROM address; a missing local part becomes `postmaster`. */
  readonly sender: string
  readonly helo: string
}

export interface SpfAnswer {
  readonly result: SpfResult
  /** The term that decided, and the domain of its record. */
  readonly term?: string
  readonly domain?: string
  /** Explanation for refused senders, written by the owner of the domain. */
  readonly explanation?: string
  /** Reason for an error result. */
  readonly problem?: string
  readonly lookups: number
  readonly voids: number
}

export interface SpfDeps {
  readonly resolve: ResolveRecords
  /** The receiving host (`%{r}`). */
  readonly receiver?: string
  /** Unix seconds (`%{t}`). */
  readonly now?: number
}

const results = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const
const maxExplanationLength = 1000

/** Result of a record, and the domain whose explanation applies. */
interface Outcome {
  readonly result: SpfResult
  readonly term?: string
  readonly domain?: string
  readonly record?: SpfRecord
}

/** Ends an evaluation (RFC 7208 2.6.6, 2.6.7). */
class SpfTrouble extends Error {
  readonly result: 'temperror' | 'permerror'

  constructor(result: 'temperror' | 'permerror', message: string) {
    super(message)
    this.result = result
  }
}

/** `check_host()` of RFC 7208 4: checks that a client may send for a domain. Never rejects. */
export async function checkHost(question: SpfQuestion, deps: SpfDeps): Promise<SpfAnswer> {
  const ip = readIp(question.ip)
  const domain = question.domain.replace(/\.$/, '').toLowerCase()
  if (ip === undefined || !isFullName(domain)) return { result: 'none', lookups: 0, voids: 0 }
  const evaluation = new Evaluation({ ...question, domain, ip }, deps)
  try {
    const { record, ...outcome } = await evaluation.evaluate(domain)
    const explanation =
      outcome.result === 'fail' ? await evaluation.explain(outcome.domain ?? domain, record) : undefined
    const { lookups, voids } = evaluation
    return { ...outcome, ...(explanation === undefined ? {} : { explanation }), lookups, voids }
  } catch (error) {
    if (!(error instanceof SpfTrouble)) throw error
    const { lookups, voids } = evaluation
    return { result: error.result, problem: error.message, lookups, voids }
  }
}

/** One evaluation; its counters are shared by all included records. */
class Evaluation {
  readonly #deps: SpfDeps
  readonly #ip: IpOctets
  readonly #sender: { local: string; domain: string }
  readonly #helo: string
  lookups = 0
  voids = 0

  constructor({ domain, helo, ip, sender }: Omit<SpfQuestion, 'ip'> & { ip: IpOctets }, deps: SpfDeps) {
    this.#deps = deps
    this.#ip = ip
    this.#helo = helo
    const at = sender.lastIndexOf('@')
    // RFC 7208 4.3.
    this.#sender = {
      local: at > 0 ? sender.slice(0, at) : 'postmaster',
      domain: at < 0 ? domain : sender.slice(at + 1),
    }
  }

  async evaluate(domain: string): Promise<Outcome> {
    const record = await this.#read(domain)
    if (record === undefined) return { result: 'none', domain }
    for (const term of record.terms) {
      if (term.isModifier) continue
      this.#count(term)
      if (await this.#matches(term, domain)) return { result: results[term.qualifier], term: term.text, domain, record }
    }
    const redirect = record.terms.find(({ name }) => name === 'redirect')
    if (redirect === undefined) return { result: 'neutral', domain, record }
    this.#count(redirect)
    const target = await this.#target(redirect, domain)
    const outcome = isName(target) ? await this.evaluate(target) : undefined
    // RFC 7208 6.1.
    if (outcome === undefined || outcome.result === 'none')
      throw permanent(`${redirect.text}: no SPF record found there`)
    return outcome
  }

  /** RFC 7208 6.2: any error leaves the result without an explanation. */
  async explain(domain: string, record: SpfRecord | undefined): Promise<string | undefined> {
    const exp = record?.terms.find(({ name }) => name === 'exp')
    if (exp === undefined) return undefined
    const values = this.#values(domain)
    const { records } = await this.#deps.resolve(await expandDomain(exp.value ?? '', values), 'TXT')
    const [text] = records
    if (text === undefined || records.length > 1 || !isMacroString(text, { isExplanation: true })) return undefined
    const { now = 0, receiver = 'unknown' } = this.#deps
    const more = { c: readable(this.#ip), r: receiver, t: String(Math.floor(now)) }
    return (await expandMacros(text, { ...values, ...more })).slice(0, maxExplanationLength)
  }

  async #read(domain: string): Promise<SpfRecord | undefined> {
    const reply = await this.#ask(domain, 'TXT', () => this.#deps.resolve(domain, 'TXT'))
    const found = reply.records.filter(isSpf)
    const [record] = found
    if (record === undefined) return undefined
    if (found.length > 1) throw permanent(`${domain} has ${found.length} SPF records`)
    const read = readSpf(record)
    if ('problem' in read) throw permanent(`${domain}: ${read.problem}`)
    return read
  }

  #count(term: SpfTerm): void {
    if (!lookupTerms.has(term.name)) return
    this.lookups++
    if (this.lookups > spfLimits.lookups) throw permanent(`more than ${spfLimits.lookups} lookups`)
  }

  async #matches(term: SpfTerm, domain: string): Promise<boolean> {
    switch (term.name) {
      case 'all':
        return true
      case 'ip4':
      case 'ip6':
        return term.network !== undefined && this.#isIn(term.network, term)
      case 'include':
        return this.#includes(term, domain)
      case 'exists': {
        const name = await this.#target(term, domain)
        return this.#note(await this.#ask(name, 'A', () => this.#deps.resolve(name, 'A'))).records.length > 0
      }
      case 'a':
        return this.#hasAddress(await this.#target(term, domain), term)
      case 'mx':
        return this.#hasMailHost(await this.#target(term, domain), term)
      default:
        return (await this.#names(await this.#target(term, domain))).length > 0
    }
  }

  // RFC 7208 5.2.
  async #includes(term: SpfTerm, domain: string): Promise<boolean> {
    const target = await this.#target(term, domain)
    const { result } = isName(target) ? await this.evaluate(target) : { result: 'none' as const }
    if (result === 'none') throw permanent(`${term.text}: ${target} has no SPF record`)
    return result === 'pass'
  }

  async #hasAddress(name: string, term: SpfTerm): Promise<boolean> {
    const { records } = this.#note(await this.#addresses(name))
    return records.some((address) => this.#isInOf(address, term))
  }

  // RFC 7208 5.4: no implicit MX.
  async #hasMailHost(name: string, term: SpfTerm): Promise<boolean> {
    const { records } = this.#note(await this.#ask(name, 'MX', () => this.#deps.resolve(name, 'MX')))
    if (records.length > spfLimits.names)
      throw permanent(`${term.text}: ${name} has more than ${spfLimits.names} mail hosts`)
    for (const { exchange } of records.toSorted((one, other) => one.preference - other.preference)) {
      if (!isName(exchange)) continue
      const reply = await this.#addresses(exchange.replace(/\.$/, '').toLowerCase())
      if (reply.records.some((address) => this.#isInOf(address, term))) return true
    }
    return false
  }

  /** RFC 7208 5.5: validated PTR names of the client below a domain; without a domain, all of them. */
  async #names(below?: string): Promise<string[]> {
    const reply = await this.#deps.resolve(reverseOf(this.#ip), 'PTR')
    const names = reply.records.slice(0, spfLimits.names).map((name) => name.replace(/\.$/, '').toLowerCase())
    const wanted = names.filter(
      (name) => isName(name) && (below === undefined || name === below || name.endsWith(`.${below}`)),
    )
    const found: string[] = []
    for (const name of wanted) {
      const { records } = await this.#deps.resolve(name, this.#ip.length === 4 ? 'A' : 'AAAA')
      if (records.some((address) => this.#isInOf(address, undefined))) found.push(name)
    }
    return found
  }

  /** The name for `%{p}`: one of the domain takes precedence (RFC 7208 7.3). */
  async #validated(domain: string): Promise<string> {
    const names = await this.#names()
    return (
      names.find((name) => name === domain) ??
      names.find((name) => name.endsWith(`.${domain}`)) ??
      names[0] ??
      'unknown'
    )
  }

  async #target({ value }: SpfTerm, domain: string): Promise<string> {
    return value === undefined ? domain : expandDomain(value, this.#values(domain))
  }

  #values(domain: string): MacroValues {
    const { domain: o, local: l } = this.#sender
    const v = this.#ip.length === 4 ? 'in-addr' : 'ip6'
    return { s: `${l}@${o}`, l, o, d: domain, i: dotted(this.#ip), v, h: this.#helo, p: () => this.#validated(domain) }
  }

  #isIn(network: IpOctets, { prefix }: SpfTerm): boolean {
    return isInNetwork(this.#ip, network, network.length === 4 ? prefix.four : prefix.six)
  }

  #isInOf(address: string, term: SpfTerm | undefined): boolean {
    const network = readIp(address)
    if (network === undefined) return false
    return term === undefined ? isInNetwork(this.#ip, network, 128) : this.#isIn(network, term)
  }

  /** Queries A or AAAA, depending on the family of the client. */
  #addresses(name: string): Promise<DnsReply<string>> {
    const type = this.#ip.length === 4 ? 'A' : 'AAAA'
    return this.#ask(name, type, () => this.#deps.resolve(name, type))
  }

  #note<T>(reply: DnsReply<T>): DnsReply<T> {
    if (!isAbsent(reply)) return reply
    this.voids++
    if (this.voids > spfLimits.voids) throw permanent(`more than ${spfLimits.voids} void lookups`)
    return reply
  }

  async #ask<T>(name: string, type: string, resolve: () => Promise<DnsReply<T>>): Promise<DnsReply<T>> {
    if (!isName(name)) return { outcome: 'no_name', records: [], isAuthentic: false }
    const reply = await resolve()
    if (isUnknown(reply)) throw new SpfTrouble('temperror', `${name} could not be queried (${type})`)
    return reply
  }
}

function permanent(message: string): SpfTrouble {
  return new SpfTrouble('permerror', message)
}

// RFC 7208 4.3: at least two labels of 1 to 63 characters.
function isFullName(name: string): boolean {
  return isName(name) && name.includes('.') && !/[[\]]/.test(name)
}

function isName(name: string): boolean {
  const plain = name.replace(/\.$/, '')
  return plain !== '' && plain.length <= 253 && plain.split('.').every((label) => label !== '' && label.length <= 63)
}
