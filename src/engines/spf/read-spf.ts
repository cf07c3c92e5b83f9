/** One mechanism or modifier. */
export interface SpfTerm {
  readonly text: string
  /** In lower case: all, include, a, mx, ptr, ip4, ip6, exists, redirect, exp, or a modifier nobody knows. */
  readonly name: string
  readonly isModifier: boolean
  readonly qualifier: '+' | '-' | '~' | '?'
  /** What it refers to: a domain with macros, or an address; undefined means the domain itself. */
  readonly value: string | undefined
}

/** A record that follows the grammar. */
export interface SpfRecord {
  readonly terms: readonly SpfTerm[]
}

const mechanisms = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'])
const macros = /^(?:[!-$&-~]|%%|%_|%-|%\{[slodiphcrtv]\d*r?[.\-+,/_=]*\})*$/i
// RFC 7208 7.1: ends in a label that is not all digits, or in a macro.
const domainEnd = /(?:\.(?:[a-z\d]*[a-z][a-z\d]*|[a-z\d]+-[a-z\d-]*[a-z\d])\.?|%\{[^}]*\})$/i

/** Whether a TXT record claims to be SPF: RFC 7208 4.5. */
export function isSpf(record: string): boolean {
  return /^v=spf1(?: |$)/i.test(record)
}

/** Takes a record apart (RFC 7208 4.6, 12), or says which term is wrong. */
export function readSpf(record: string): SpfRecord | { problem: string } {
  const terms: SpfTerm[] = []
  for (const text of record.slice('v=spf1'.length).split(' ')) {
    if (text === '') continue
    const term = readTerm(text)
    if ('problem' in term) return term
    if (['redirect', 'exp'].includes(term.name) && terms.some(({ name }) => name === term.name))
      return { problem: `${term.name}= stands twice` }
    terms.push(term)
  }
  return { terms }
}

function readTerm(text: string): SpfTerm | { problem: string } {
  const [, modifier, given = ''] = /^([a-z][\w.-]*)=(.*)$/is.exec(text) ?? []
  if (modifier !== undefined) {
    const name = modifier.toLowerCase()
    const isWrong = name === 'redirect' || name === 'exp' ? !isDomainSpec(given) : !macros.test(given)
    return isWrong ? wrong(text) : { text, name, isModifier: true, qualifier: '+', value: given }
  }
  const [, sign = '+', named = '', rest = ''] = /^([+\-~?])?([a-z\d]+)(.*)$/is.exec(text) ?? []
  const name = named.toLowerCase()
  if (!mechanisms.has(name)) return wrong(text)
  const term = { text, name, isModifier: false, qualifier: sign as SpfTerm['qualifier'] }
  if (name === 'all') return rest === '' ? { ...term, value: undefined } : wrong(text)
  if (name === 'ip4' || name === 'ip6') return isNetwork(name, rest) ? { ...term, value: rest.slice(1) } : wrong(text)
  if (name === 'include' || name === 'exists')
    return rest.startsWith(':') && isDomainSpec(rest.slice(1)) ? { ...term, value: rest.slice(1) } : wrong(text)
  const [, domain, four, six] = /^(?::(.*?))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/s.exec(rest) ?? [undefined, '']
  const hasLength = four !== undefined || six !== undefined
  if (domain === '' || (domain !== undefined && !isDomainSpec(domain)) || (name === 'ptr' && hasLength))
    return wrong(text)
  return Number(four ?? 0) > 32 || Number(six ?? 0) > 128 ? wrong(text) : { ...term, value: domain }
}

function isDomainSpec(text: string): boolean {
  return macros.test(text) && domainEnd.test(text)
}

function isNetwork(name: 'ip4' | 'ip6', rest: string): boolean {
  const [, address = '', length] = /^:([^/]+)(?:\/(\d{1,3}))?$/.exec(rest) ?? []
  if (Number(length ?? 0) > (name === 'ip4' ? 32 : 128)) return false
  const four = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
  if (name === 'ip4') return four.test(address)
  return address.includes(':') && URL.canParse(`http://[${address}]/`)
}

function wrong(text: string): { problem: string } {
  return { problem: `“${text}” is not a term of SPF` }
}
