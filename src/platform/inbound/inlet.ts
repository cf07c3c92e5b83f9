import type { AddressInfo, Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { limits } from '../../kernel/limits.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type IdentityFiles, openIdentity } from './identity.ts'
import { measureInlet } from './meters.ts'
import type { RecipientKind } from './recipients.ts'
import { Sessions } from './sessions.ts'

/** Milliseconds. */
export interface InletTimes {
  /** Before the greeting; clients that send something earlier are no mail servers. */
  readonly greeting: number
  /** Without a byte from the client. */
  readonly idle: number
  /** Of a whole connection. */
  readonly session: number
}

export interface InletDeps {
  readonly host: string
  readonly port: number
  /** Domain of all recipients, in A-labels; also the name in the greeting. */
  readonly domain: string
  /** A self-signed certificate if undefined. */
  readonly tls: IdentityFiles | undefined
  readonly kinds: readonly RecipientKind[]
  readonly log: Log
  readonly metrics: Metrics
  readonly times?: InletTimes
}

export interface Inlet {
  /** Resolves with the port. Rejects with the remedy if the port is in use or not permitted. */
  listen(): Promise<number>
  /**
   * Accepts no further connections, commands and messages, and waits at most `deadlineMs` for messages that are being
   * stored. True if none was cut off.
   */
  drain(deadlineMs: number): Promise<boolean>
}

const defaultTimes: InletTimes = {
  greeting: limits.inboundGreetingMs,
  idle: limits.inboundIdleSeconds * 1000,
  session: limits.inboundSessionSeconds * 1000,
}

/** Milliseconds between two checks of the files of the certificate. */
const identityCheckMs = 60_000

/**
 * The SMTP server. Nothing is sent from here: a message that is not accepted stays with its sender. Throws an Error with the
 * remedy if the certificate is not usable.
 */
export async function createInlet(deps: InletDeps): Promise<Inlet> {
  // A service without the inlet does not load the package.
  const { SMTPServer: Server } = await import('smtp-server')
  const { domain, kinds, log, metrics, times = defaultTimes, tls } = deps
  const source = openIdentity(domain, tls)
  const meters = measureInlet(metrics, kinds, () => server.connections.size)
  const sessions = new Sessions({ domain, kinds, log, meters, greetingMs: times.greeting })
  const server: SMTPServer = new Server({
    ...source.identity,
    ...sessions.handlers(),
    name: domain,
    logger: false,
    disabledCommands: ['AUTH'],
    authOptional: true,
    hideDSN: true,
    hideENHANCEDSTATUSCODES: false,
    hideREQUIRETLS: true,
    // A mere connection causes no query.
    disableReverseLookup: true,
    size: limits.inboundMessageBytes,
    maxClients: limits.inboundConnections,
    maxRecipients: limits.inboundRecipients,
    socketTimeout: times.idle,
    closeTimeout: limits.drainSeconds * 1000,
  })
  let checkedAt = performance.now()
  server.on('error', (error) => log.debug('smtp connection failed', { error }))
  server.server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), times.session)
    timer.unref()
    socket.on('close', () => clearTimeout(timer))
    if (performance.now() - checkedAt < identityCheckMs) return
    checkedAt = performance.now()
    const renewed = source.renewed()
    if (renewed !== undefined) server.updateSecureContext(renewed)
  })
  return {
    listen: () => listen(server, deps),
    async drain(deadlineMs) {
      sessions.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      closeConnections(server, (id) => !sessions.isStoring(id))
      const isClean = await sessions.idle(deadlineMs)
      closeConnections(server, () => true)
      await Promise.race([closed, Bun.sleep(closingMs)])
      return isClean
    },
  }
}

/** Milliseconds for clients to close their side. */
const closingMs = 500

function closeConnections(server: SMTPServer, isDue: (sessionId: string) => boolean): void {
  for (const connection of server.connections)
    if (isDue(connection.session.id)) connection.send(421, 'The server is shutting down')
}

function listen(server: SMTPServer, { host, port }: Pick<InletDeps, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(new Error(adviceOn(error, host, port), { cause: error }))
    server.server.once('error', failed)
    server.listen(port, host, () => {
      server.server.off('error', failed)
      resolve((server.server.address() as AddressInfo).port)
    })
  })
}

function adviceOn(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the other mail server, or choose another SVC_INBOUND_SMTP_PORT.`
  if (code === 'EACCES')
    return `Port ${port} needs more rights. Choose an SVC_INBOUND_SMTP_PORT above 1023 and forward port 25 to it.`
  return `The SMTP inlet cannot listen on ${host}, port ${port} (SVC_INBOUND_HOST, SVC_INBOUND_SMTP_PORT): ${error.message}`
}
