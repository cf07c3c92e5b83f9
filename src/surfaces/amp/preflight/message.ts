import { readAddress } from '../../../deliverability/address/index.ts'
import {
  type MessageOutline,
  fieldOf,
  readMail,
  readOutline,
  unbracket,
} from '../../../deliverability/message/index.ts'

/** A message as a preflight checks it. */
export interface CheckedMessage {
  readonly subject: string
  /** Email addresses of From, as written. */
  readonly from: readonly string[]
  /** AMP parts in order; a message to send has one. */
  readonly amp: readonly string[]
  readonly html: string
  readonly text: string
  /** The message as sent; undefined for parts and templates, which an ESP assembles. */
  readonly sent?: { readonly bytes: Uint8Array; readonly outline: MessageOutline }
}

const ampType = 'text/x-amp-html'

/** Reads a whole message. Rejects with the error of the parser if it is none. */
export async function readMessage(bytes: Uint8Array): Promise<CheckedMessage> {
  const outline = readOutline(bytes)
  const mail = await readMail(bytes)
  const decoder = new TextDecoder()
  return {
    subject: mail.subject,
    from: addressesOf(outline.fields.filter(({ name }) => name.toLowerCase() === 'from').map(({ value }) => value)),
    amp: mail.parts.filter(({ type }) => type === ampType).map(({ content }) => decoder.decode(content)),
    html: mail.html,
    text: mail.text,
    sent: { bytes, outline },
  }
}

/** Without display names, which may contain commas in quotes (RFC 5322 3.4). */
function addressesOf(fields: readonly string[]): string[] {
  return fields.flatMap((field) =>
    splitMailboxes(field.replaceAll(/"[^"]*"/g, '')).map((mailbox) => unbracket(mailbox) ?? ''),
  )
}

function splitMailboxes(field: string): string[] {
  return field.split(',').filter((each) => each.includes('@'))
}

/** The email address in lowercase, its domain in A-labels; undefined if it is not valid. */
export function normalizeAddress(text: string): { address: string; domain: string } | undefined {
  const read = readAddress(text.trim())
  return read.valid ? { address: `${read.local.toLowerCase()}@${read.domain}`, domain: read.domain } : undefined
}

/** The first value of a header field of the message; null if it has none. */
export function headerOf({ sent }: CheckedMessage, name: string): string | null {
  return sent === undefined ? null : fieldOf(sent.outline.fields, name)
}
