import { type MailPart, TooManyParts, readMail } from '../../../deliverability/message/index.ts'
import type { Message, SourceProblem } from './message.ts'

/** The HTML of a message (RFC 5322) with the images that it shows by their Content-ID (RFC 2392). */
export async function readMessage(bytes: Uint8Array): Promise<Message | SourceProblem> {
  try {
    const { html, parts, subject } = await readMail(bytes)
    if (html.trim() === '') return { problem: 'messageWithoutHtml' }
    return { subject, html, images: new Map(parts.filter(isInlineImage).map((part) => [part.contentId, part])) }
  } catch (error) {
    // The parser throws for headers and nesting beyond its limits.
    return { problem: error instanceof TooManyParts ? 'messageParts' : 'messageUnreadable' }
  }
}

function isInlineImage({ contentId, type }: MailPart): boolean {
  return contentId !== '' && /^image\/[a-z0-9.+-]{1,40}$/.test(type)
}
