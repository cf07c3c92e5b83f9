import { type IpOctets, readFour, readIp } from '../ip/index.ts'
import { isMacroString } from './macro.ts'

/** A mechanism or modifier. */
export interface SpfTerm {
  readonly text: string
  /** In lowercase: all, include, a, mx, ptr, ip4, ip6, exists, redirect, exp, or an unknown modifier. */
  readonly name: string
  readonly isModifier: boolean
  readonly qualifier: '+' | '-' | '~' | '?'
  /** A domain with macros, or an IP address; undefined means the domain of the record. */
  readonly value: string | undefined
  /** For ip4 and ip6. */
  readonly network?: IpOctets
  /** Prefix lengths in bits. */
  readonly prefix: { readonly four: number; readonly six: number }
}

/** A syntactically valid record. */
export interface SpfRecord {
  readonly terms: readonly SpfTerm[]
}

const mechanisms = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'])
const whole = { four: 32, six: 128 }
/** RFC 7208 12: no leading zeros. */
const [fourLength, sixLength] = [String.raw`\/(0|[1-9]\d?)`, String.raw`\/(0|[1-9]\d{0,2})`]
const dualLength = new RegExp(`^(?::(.*?))?(?:${fourLength})?(?:\\/${sixLength})?$`, 's')
const [fourNetwork, sixNetwork] = [
  new RegExp(`^:([^/]+)(?:${fourLength})?$`),
  new RegExp(`^:([^/]+)(?:${sixLength})?$`),
]

/** RFC 7208 4.5. */
export function isSpf(record: string): boolean {
  return /^v=spf1(?: |$)/i.test(record)
}

/** Parses a record (RFC 7208 4.6, 12), or returns the invalid term as a problem. */
export function readSpf(record: string): SpfRecord | { problem: string } {
  const terms: SpfTerm[] = []
  for (const text of record.slice('v=spf1'.length).split(' ')) {
    if (text === '') continue
    const term = readTerm(text)
    if ('problem' in term) return term
    if (['redirect', 'exp'].includes(term.name) && terms.some(({ name }) => name === term.name))
      return { problem: `${term.name}= is repeated` }
    terms.push(term)
  }
  return { terms }
}

function readTerm(text: string): SpfTerm | { problem: string } {
  const [, modifier, given = ''] = /^([a-z][\w.-]*)=(.*)$/is.exec(text) ?? []
  if (modifier !== undefined) {
    const name = modifier.toLowerCase()
    const isGood = name === 'redirect' || name === 'exp' ? isDomainSpec(given) : isMacroString(given)
    return isGood ? { text, name, isModifier: true, qualifier: '+', value: given, prefix: whole } : wrong(text)
  }
  const [, sign = '+', named = '', rest = ''] = /^([+\-~?])?([a-z\d]+)(.*)$/is.exec(text) ?? []
  const name = named.toLowerCase()
  if (!mechanisms.has(name)) return wrong(text)
  const term = { text, name, isModifier: false, qualifier: sign as SpfTerm['qualifier'], prefix: whole }
  if (name === 'all') return rest === '' ? { ...term, value: undefined } : wrong(text)
  if (name === 'ip4' || name === 'ip6') return readNetwork(term, rest) ?? wrong(text)
  if (name === 'include' || name === 'exists')
    return rest.startsWith(':') && isDomainSpec(rest.slice(1)) ? { ...term, value: rest.slice(1) } : wrong(text)
  const [, domain, four, six] = dualLength.exec(rest) ?? [undefined, '']
  const hasLength = four !== undefined || six !== undefined
  if (domain === '' || (domain !== undefined && !isDomainSpec(domain)) || (name === 'ptr' && hasLength))
    return wrong(text)
  const prefix = { four: Number(four ?? whole.four), six: Number(six ?? whole.six) }
  return prefix.four > whole.four || prefix.six > whole.six ? wrong(text) : { ...term, value: domain, prefix }
}

function isDomainSpec(text: string): boolean {
  return isMacroString(text) && (endsInMacro(text) || endsInLabel(text))
}

// RFC 7208 7.1: ends in a label that is not all digits, or in a macro. No regular expression, because a record may be 64 KB
// long.
function endsInMacro(text: string): boolean {
  const open = text.lastIndexOf('%{')
  return open >= 0 && text.endsWith('}') && text.indexOf('}', open) === text.length - 1
}

function endsInLabel(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  const dot = name.lastIndexOf('.')
  const label = name.slice(dot + 1)
  return dot >= 0 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label) && /[a-z-]/i.test(label)
}

function readNetwork(term: Omit<SpfTerm, 'value'>, rest: string): SpfTerm | undefined {
  const isFour = term.name === 'ip4'
  const [, address = '', length] = (isFour ? fourNetwork : sixNetwork).exec(rest) ?? []
  const max = isFour ? whole.four : whole.six
  const network = isFour ? readFour(address) : address.includes(':') ? readIp(address) : undefined
  const bits = Number(length ?? max)
  if (network === undefined || bits > max) return undefined
  // An IPv4-mapped network is an IPv4 network with the rest of its prefix.
  const isMapped = !isFour && network.length === 4
  const prefix = isFour
    ? { four: bits, six: whole.six }
    : { four: isMapped ? Math.max(0, bits - 96) : whole.four, six: bits }
  return { ...term, value: rest.slice(1), network, prefix }
}

function wrong(text: string): { problem: string } {
  return { problem: `“${text.slice(0, 80)}” is not an SPF term` }
}
