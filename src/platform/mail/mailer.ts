import { type Socket, isIP } from 'node:net'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { limits } from '../../kernel/limits.ts'
import type { Metrics } from '../metrics/index.ts'
import type { OpenSocket } from '../net/index.ts'
import { type MailOutcome, outcomeOf } from './outcome.ts'
import type { MailServer } from '../config/index.ts'

export interface MailMessage {
  /** One email address: each recipient gets a message of its own. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Local part of the Message-ID. The same for each attempt, so that a repeated delivery is recognized. */
  readonly id: string
  /** Ids of messages that this one follows, the latest last. */
  readonly references?: readonly string[]
}

export interface Mailer {
  /** Never rejects. */
  send(message: MailMessage, signal: AbortSignal): Promise<MailOutcome>
  /** Connects and signs in, without sending. */
  check(signal: AbortSignal): Promise<MailOutcome>
}

export interface MailerDeps {
  readonly server: MailServer
  /** The From field and the envelope sender, which gets the bounces. */
  readonly from: string
  /** The domain of the inlet: mail of the service to itself would be a loop. */
  readonly inboundDomain: string | undefined
  /** The name in EHLO. */
  readonly heloName: string
  readonly openSocket: OpenSocket
  /** Certificates in PEM that are trusted instead of the built-in ones. */
  readonly ca?: string
  readonly metrics: Metrics
}

/** Sends each message over a connection of its own: notifications are rare, and servers close idle connections. */
export function createMailer(deps: MailerDeps): Mailer {
  const count = countMessages(deps.metrics)
  return {
    async send(message, signal) {
      const outcome = isOwn(deps, message.to)
        ? ({ status: 'refused', reason: 'The recipient is an email address of this service.' } as const)
        : await attempt(deps, signal, async (transport) => void (await transport.sendMail(mailOf(deps, message))))
      count(outcome.status)
      return outcome
    },
    check: (signal) => attempt(deps, signal, async (transport) => void (await transport.verify())),
  }
}

type Transport = Awaited<ReturnType<typeof openTransport>>['transport']

async function attempt(
  deps: MailerDeps,
  signal: AbortSignal,
  run: (transport: Transport) => Promise<void>,
): Promise<MailOutcome> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.mailSeconds * 1000)])
  const opened = await deps.openSocket({
    ...deps.server,
    timeoutMs: limits.mailConnectSeconds * 1000,
    signal: deadline,
  })
  if ('failure' in opened) return { status: 'deferred', reason: `No connection: ${opened.detail}.` }
  const { socket } = opened
  const abort = () => void socket.destroy(new Error('The SMTP server took too long.'))
  deadline.addEventListener('abort', abort, { once: true })
  try {
    await run((await openTransport(deps, socket)).transport)
    return { status: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    deadline.removeEventListener('abort', abort)
    socket.destroy()
  }
}

async function openTransport({ ca, heloName, server }: MailerDeps, socket: Socket) {
  const { createTransport } = await import('nodemailer')
  const { host, password, port, tls, user } = server
  const timeoutMs = limits.mailCommandSeconds * 1000
  const options: SMTPTransportOptions = {
    host,
    port,
    name: heloName,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    tls: {
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      rejectUnauthorized: tls !== 'optional',
      minVersion: 'TLSv1.2',
      ...(ca && { ca }),
    },
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Bodies come from the service, and must never name files or URLs to include.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, callback) => callback(null, { connection: socket }),
    ...(user === undefined ? {} : { auth: { user, pass: password } }),
  }
  return { transport: createTransport(options) }
}

/** RFC 3834: nothing responds to mail of a program automatically, so that no loop begins. */
function mailOf({ from }: MailerDeps, { html, id, references = [], subject, text, to }: MailMessage) {
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  const named = (each: string) => `<${each}@${domain}>`
  const last = references.at(-1)
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: named(id),
    ...(last === undefined ? {} : { inReplyTo: named(last), references: references.map(named) }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

function isOwn({ inboundDomain }: MailerDeps, to: string): boolean {
  return inboundDomain !== undefined && to.toLowerCase().endsWith(`@${inboundDomain}`)
}

function countMessages(metrics: Metrics): (status: MailOutcome['status']) => void {
  const help = 'Messages of the service to recipients, by outcome.'
  const counters = new Map(
    (['sent', 'deferred', 'refused'] as const).map((outcome) => [
      outcome,
      metrics.counter('svc_mail_messages_total', help, { outcome }),
    ]),
  )
  return (status) => counters.get(status)?.add()
}
