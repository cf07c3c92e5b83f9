import type { Diagnosis } from './diagnosis.ts'

const octet = '(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})'
const ipv4 = new RegExp(`(?:^|[^0-9A-Za-z_])((?:${octet}\\.){3}${octet})$`)
const groupsOfIpv6 = 8

/** Diagnoses of the text between the brackets (RFC 5321 4.1.3). */
export function diagnoseLiteral(text: string): Diagnosis[] {
  const [, four = ''] = ipv4.exec(text) ?? []
  if (four !== '' && four === text) return ['address_literal']
  const tag = /^ipv6:/i.exec(text)?.[0]
  if (tag === undefined) return ['domain_literal']
  // A trailing IPv4 address replaces two groups.
  return diagnoseIpv6(`${text.slice(tag.length, text.length - four.length)}${four === '' ? '' : '0:0'}`)
}

function diagnoseIpv6(text: string): Diagnosis[] {
  const groups = text.split(':')
  const elision = text.indexOf('::')
  const found: Diagnosis[] = []
  if (elision === -1) {
    if (groups.length !== groupsOfIpv6) found.push('ipv6_group_count')
  } else if (elision !== text.lastIndexOf('::')) {
    found.push('ipv6_two_elisions')
  } else {
    const isAtEdge = elision === 0 || elision === text.length - 2
    const max = isAtEdge ? groupsOfIpv6 + 1 : groupsOfIpv6
    if (groups.length > max) found.push('ipv6_too_many_groups')
    else if (groups.length === max) found.push('ipv6_elides_one_group')
  }
  if (/^:(?!:)/.test(text)) found.push('ipv6_colon_at_start')
  else if (/(?<!:):$/.test(text)) found.push('ipv6_colon_at_end')
  else if (groups.some((group) => !/^[0-9A-Fa-f]{0,4}$/.test(group))) found.push('ipv6_bad_group')
  return found.length > 0 ? found : ['address_literal']
}
