/**
 * IP addresses as names and records have them: read in any spelling, compared with networks, written in one way, and turned
 * round for reverse zones and block lists. Asks nobody.
 */
export { type IpOctets, dotted, isInNetwork, readFour, readIp, readable, reverseLabels, reverseOf } from './ip.ts'
