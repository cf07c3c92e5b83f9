/** An SMTP server that others wrote, which stores what it accepts. */
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { cleanUp } from './clean-up.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly isEncrypted: boolean
  readonly user: string | undefined
}

export interface MailReceiver {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** Responses to the next recipients, before it accepts again. */
  readonly refusals: { code: number; text: string }[]
}

/** Accepts the user `svc` with the password `p@ss:word/1`. */
export async function startMailReceiver(options: SMTPServerOptions = {}): Promise<MailReceiver> {
  const mails: ReceivedMail[] = []
  const refusals: { code: number; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: ({ password, username }, _, callback) =>
      username === 'svc' && password === 'p@ss:word/1'
        ? callback(null, { user: username })
        : callback(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    onRcptTo(_, __, callback) {
      const refusal = refusals.shift()
      callback(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, { envelope, secure, user }, callback) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, raw, isEncrypted: secure, user })
        callback()
      })
    },
    ...options,
  })
  // A client that does not trust the certificate breaks the connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => new Promise<void>((resolve) => server.close(resolve)))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { port: address.port, mails, refusals }
}
