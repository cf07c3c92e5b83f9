import { readIp } from '../ip/index.ts'

const dynamicLabel =
  /(?:^|[.-])(?:dyn|dynamic|dhcp|pool|ppp|pppoe|dsl|adsl|vdsl|cable|broadband|customer|cust|static|client|host|unassigned|rev|reverse|ip)(?:[.-]|\d|$)/
const mailLabel =
  /^(?:mail|mx|smtp|mta|relay|out|outbound|mailout|mailgate|mailgw|mgw|post|mbox|imap|zimbra|exchange)\d{0,4}(?:[.-]|$)/

/** Names that networks generate from the IP address, in any notation, and names of access lines. */
export function isGenericName(name: string, ip: string): boolean {
  return dynamicLabel.test(name) || hasOctets(name, readIp(ip) ?? [])
}

/** Host names such as `mail.example.com` and `mx3.example.com`. */
export function isMailName(name: string): boolean {
  return mailLabel.test(name)
}

/** True if the numbers of the name contain the last two octets of an IPv4 address, in either order. */
function hasOctets(name: string, octets: readonly number[]): boolean {
  if (octets.length !== 4) return false
  const numbers = (name.match(/\d+/g) ?? []).map(Number)
  const [, , third, fourth] = octets
  return numbers.some(
    (each, index) =>
      (each === third && numbers[index + 1] === fourth) || (each === fourth && numbers[index + 1] === third),
  )
}

/** Host and domain names such as `lists.example.org` and `mailman.example.org`. */
export function isListName(name: string): boolean {
  return /^(?:lists?|mailman|listserv|sympa|groups)\d{0,3}\./.test(name)
}
