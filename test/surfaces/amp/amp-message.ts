/** A message with an AMP part as providers want it, and variants that break one thing. */
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { generateKeyPairSync } from 'node:crypto'

export const validAmp = `<!doctype html>
<html ⚡4email data-css-strict>
<head>
<meta charset="utf-8">
<script async src="https://cdn.ampproject.org/v0.js"></script>
<style amp4email-boilerplate>body{visibility:hidden}</style>
</head>
<body><p>Your order of three green lamps is on its way to you.</p><a href="https://example.test/unsubscribe">Unsubscribe</a></body>
</html>`

export const html =
  '<html><body><p>Your order of three green lamps is on its way.</p><a href="https://example.test/unsubscribe">Unsubscribe</a></body></html>'

export interface MessageParts {
  from?: string
  subject?: string
  date?: Date
  amp?: string
  html?: string
  /** Types in the order of the parts. */
  order?: readonly ('text/plain' | 'text/x-amp-html' | 'text/html')[]
  fields?: readonly string[]
}

const oneClick = [
  'List-Unsubscribe: <https://example.test/u/1>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
] as const

export function writeMessage({
  from = 'Shop <news@example.test>',
  subject = 'Your order is on its way',
  date = new Date(),
  fields = oneClick,
  order = ['text/plain', 'text/x-amp-html', 'text/html'],
  ...parts
}: MessageParts = {}): string {
  const contents = {
    'text/plain': 'Your order of three green lamps is on its way.',
    'text/x-amp-html': parts.amp ?? validAmp,
    'text/html': parts.html ?? html,
  }
  return [
    `From: ${from}`,
    'To: reader@reader.test',
    `Subject: ${subject}`,
    `Date: ${date.toUTCString()}`,
    'Message-ID: <1@example.test>',
    'MIME-Version: 1.0',
    ...fields,
    'Content-Type: multipart/alternative; boundary="=_b1"',
    '',
    ...order.flatMap((type) => [
      '--=_b1',
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(contents[type]).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ]),
    '--=_b1--',
    '',
  ].join('\r\n')
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The TXT record of the key with which `sign` signs. */
export const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

/** The key in PKCS #8, PEM. */
export const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The strings of a TXT record, each of at most 255 bytes (RFC 1035 3.3). */
export const stringsOf = (record: string) => record.match(/.{1,255}/g) ?? []

/** Signs as selector `s1` of a domain. */
export async function sign(message: string, domain = 'example.test'): Promise<string> {
  const key = {
    signingDomain: domain,
    selector: 's1',
    privateKey: signingKey,
  }
  const { signatures } = await dkimSign(message, {
    ...key,
    signatureData: [key],
    headerList: ['From', 'To', 'Subject', 'Date', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Content-Type'],
  })
  return `${signatures}${message}`
}
