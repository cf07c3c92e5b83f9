/**
 * The only egress: guarded HTTP requests, guarded connections to mail servers, and the DNS client. Every IP address is
 * checked before a connection, and the connection goes to exactly that address. Uses log and metrics; start at net.ts, then
 * send.ts, tcp/connect.ts and policy.ts.
 */
export { type Address, canonicalAddress, parseAddress } from './address/address.ts'
export { clientNetwork } from './address/client-network.ts'
export { framingHeaders, isHeaderValue } from './http/request-bytes.ts'
export { isToken as isHeaderName } from './http/response-head.ts'
export { type Net, type NetDeps, createNet } from './net.ts'
export type { OutboundAnswer, OutboundRequest, Send } from './outbound.ts'
export { OutboundError, type OutboundFailure } from './outbound-error.ts'
export { type ListenAddress, type OutboundPolicy, createPolicy } from './policy.ts'
export { refusalOf } from './target.ts'
export { type DnsClient, createDnsClient } from './dns/client.ts'
export { serversQueried } from './dns/system-files.ts'
export type { DnsAnswer, DnsOutcome, RecordData, RecordType } from './dns/records.ts'
export type { ByteStream, Encryption, StreamEnd } from './tcp/byte-stream.ts'
export type { ShownCertificate } from './tcp/shown-certificates.ts'
export type { Connect, ConnectFailure, ConnectRequest, Connected } from './tcp/connect.ts'
export type { FindPermitted, PermittedAddresses } from './tcp/permitted-addresses.ts'
export type { OpenSocket, OpenedSocket, SocketRequest } from './tcp/open-socket.ts'
export { type Socks5Proxy, readProxy } from './tcp/socks5.ts'
export { Semaphore } from './semaphore.ts'
