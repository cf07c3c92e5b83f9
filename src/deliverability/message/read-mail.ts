import PostalMime from 'postal-mime'
import { unbracket } from './header-fields.ts'

/** A leaf of a mail. */
export interface MailPart {
  readonly name: string
  /** In lowercase, without parameters. */
  readonly type: string
  /** Content-ID without its brackets, by which HTML refers to the part (RFC 2392); empty if it has none. */
  readonly contentId: string
  readonly content: Uint8Array<ArrayBuffer>
}

export interface Mail {
  readonly subject: string
  readonly from: string
  /** In lowercase. */
  readonly contentType: string
  readonly date: string
  readonly text: string
  readonly html: string
  readonly parts: readonly MailPart[]
}

export class TooManyParts extends Error {
  override readonly name = 'TooManyParts'

  constructor() {
    super('The mail has more than 1,000 parts.')
  }
}

/** True if the bytes begin like the header of a mail (RFC 5322 2.2), possibly after an mbox line. */
export function isMail(head: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(head.subarray(0, 1000)).replace(/^\s{1,100}/, '')
  return /^(?:From [^\n]{1,300}\n)?>?[!-9;-~]{1,76}[ \t]*:/.test(start)
}

/** Parses a mail (RFC 2045). Contained mails stay parts. Throws TooManyParts. */
export async function readMail(bytes: Uint8Array): Promise<Mail> {
  if (hasManyBoundaries(bytes)) throw new TooManyParts()
  const mail = await new PostalMime({
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 20,
    maxHeadersSize: 1024 * 1024,
  }).parse(withoutEnvelope(bytes))
  const header = (key: string) => mail.headers.find((each) => each.key === key)?.value ?? ''
  return {
    subject: mail.subject ?? '',
    from: mail.from?.address ?? '',
    contentType: header('content-type').toLowerCase(),
    date: mail.date ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    parts: mail.attachments.map(({ content, contentId, filename, mimeType }) => ({
      name: filename ?? '',
      type: mimeType.toLowerCase(),
      contentId: unbracket(contentId ?? null) ?? '',
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  }
}

/** Parsing takes a minute for a million parts, and a report has a handful. */
function hasManyBoundaries(bytes: Uint8Array): boolean {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at !== -1 && count <= maxBoundaries; at = bytes.indexOf(0x0a, at + 1))
    if (bytes[at + 1] === 0x2d && bytes[at + 2] === 0x2d) count++
  return count > maxBoundaries
}

const maxBoundaries = 1000

/** Without blank lines and the separator of mbox files before the header. */
function withoutEnvelope(bytes: Uint8Array): Uint8Array {
  let at = 0
  while (at < 100 && /\s/.test(String.fromCharCode(bytes[at] ?? 0))) at++
  const start = new TextDecoder('latin1').decode(bytes.subarray(at, at + 400))
  const [line = ''] = /^From [^\n]{1,300}\n/.exec(start) ?? []
  return bytes.subarray(at + line.length)
}
