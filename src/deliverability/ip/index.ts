/**
 * IP addresses in names and records: parsed in any spelling, compared with networks, formatted, and reversed for reverse
 * zones and block lists. No I/O.
 */
export { type IpOctets, dotted, isInNetwork, readFour, readIp, readable, reverseLabels, reverseOf } from './ip.ts'
