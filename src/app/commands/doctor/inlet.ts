import { connect } from 'node:net'
import type { Config } from '../../../platform/config/index.ts'
import { readIdentity } from '../../../platform/inbound/index.ts'
import type { Net } from '../../../platform/net/index.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'

const timeoutMs = 4000

/** Checks the SMTP server for reports: its certificate, its port, and that mail for its domain finds a host. */
export async function checkInlet(
  { inboundDomain, inboundSmtp }: Pick<Config, 'inboundDomain' | 'inboundSmtp'>,
  dns: Pick<Net['dns'], 'query'>,
): Promise<Finding> {
  const name = 'inbound mail'
  if (inboundSmtp === undefined)
    return inboundDomain === undefined
      ? ok(name, 'off; reports are uploaded')
      : warn(
          name,
          `SVC_INBOUND_DOMAIN is ${inboundDomain}, but SVC_INBOUND_SMTP_PORT is not set, so that this process receives no mail`,
          'Set SVC_INBOUND_SMTP_PORT, unless another replica receives it',
        )
  const { domain, host, port, tls } = inboundSmtp
  try {
    if (tls !== undefined) readIdentity(tls)
  } catch (error) {
    return bad(name, reason(error), 'Correct SVC_INBOUND_TLS_CERT and SVC_INBOUND_TLS_KEY')
  }
  const listener = await describePort(host, port)
  if ('problem' in listener)
    return bad(name, listener.problem, 'End that program, or choose another SVC_INBOUND_SMTP_PORT')
  const certificate = tls === undefined ? 'self-signed certificate' : `certificate ${tls.certFile}`
  const [mx, addresses] = await Promise.all([dns.query(domain, 'MX'), dns.query(domain, 'A')])
  if (mx.outcome === 'timeout' || mx.outcome === 'failed')
    return warn(
      name,
      `${listener.state}; ${certificate}; the MX records of ${domain} cannot be queried`,
      'Check SVC_DNS_SERVERS',
    )
  if (mx.records.length === 0 && addresses.records.length === 0)
    return warn(
      name,
      `${listener.state}; ${certificate}; ${domain} has no MX record, so that no report arrives`,
      `Publish an MX record of ${domain} that names this host`,
    )
  return ok(name, `${listener.state}; ${certificate}; mail for ${domain} has a host`)
}

/** The service may run beside this check, and then its greeting is read. */
async function describePort(host: string, port: number): Promise<{ state: string } | { problem: string }> {
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const greeting = await readGreeting(target, port)
  if (greeting?.startsWith('220 ') === true) return { state: `port ${port} greets` }
  if (greeting !== undefined)
    return { problem: `port ${port} on ${target} is used by a program that is no mail server` }
  try {
    Bun.listen({ hostname: host, port, socket: { data: () => undefined } }).stop(true)
    return { state: `port ${port} is free` }
  } catch (error) {
    return { problem: `port ${port} on ${host} cannot be used: ${reason(error)}` }
  }
}

/** The first line; empty if nothing is sent, undefined if nothing listens. */
function readGreeting(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const end = (greeting: string | undefined) => {
      socket.destroy()
      resolve(greeting)
    }
    socket.setTimeout(timeoutMs, () => end(''))
    socket.once('data', (data: Buffer) => end(data.toString('latin1').slice(0, 200)))
    socket.once('end', () => end(''))
    socket.once('error', () => end(undefined))
  })
}
