import type { Message, SourceProblem } from './message.ts'

/** An email of another tool, as the API takes it. */
export interface EmailSource {
  kind: 'html' | 'mjml' | 'design'
  /** Proposed name of the template. */
  name: string
  /** Of a message: its HTML with as many of its images as fit. */
  text: string
  /** The message (.eml) that the text comes from. */
  message?: Message
  /** Images of the message that did not fit into the text. */
  leftOut?: readonly string[]
}

/** As the API allows for HTML and MJML. */
const maxSourceBytes = 2 * 1024 * 1024
/** Of a message with its attachments, which the browser takes apart. */
const maxMessageBytes = 25 * 1024 * 1024

export async function readSource(file: File): Promise<EmailSource | SourceProblem> {
  const dot = file.name.lastIndexOf('.')
  const name = dot > 0 ? file.name.slice(0, dot) : file.name
  if (file.name.toLowerCase().endsWith('.eml') || file.type === 'message/rfc822') return readMessageFile(file, name)
  return file.size > maxSourceBytes ? { problem: 'tooLarge' } : { ...readText(await file.text()), name }
}

async function readMessageFile(file: File, name: string): Promise<EmailSource | SourceProblem> {
  if (file.size > maxMessageBytes) return { problem: 'messageTooLarge' }
  // The parser of messages is loaded with the first one.
  const [{ readMessage }, { embedImages }] = await Promise.all([
    import('./read-message.ts'),
    import('./message-images.ts'),
  ])
  const message = await readMessage(new Uint8Array(await file.arrayBuffer()))
  if ('problem' in message) return message
  const { html, leftOut } = embedImages(message, maxSourceBytes)
  return { kind: 'html', name: message.subject || name, text: html, message, leftOut }
}

/** Detects the kind by how the text begins. */
export function readText(text: string): EmailSource {
  const start = text.slice(0, 4000).trimStart()
  // A template of Liquid or Handlebars may begin with a brace too.
  if (start.startsWith('{') && isJson(text)) return { kind: 'design', text, name: '' }
  return { kind: start.toLowerCase().includes('<mjml') ? 'mjml' : 'html', text, name: '' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The members of the request. */
export function importBody({ kind, text }: EmailSource): Record<string, unknown> {
  return { [kind]: kind === 'design' ? (JSON.parse(text) as unknown) : text }
}

/** The subject of a message, or the title in the head of the source; empty if it has none. */
export function titleOf({ message, text }: EmailSource): string {
  if (message !== undefined) return message.subject.slice(0, 200)
  const head = text.slice(0, 50_000)
  const lower = head.toLowerCase()
  const tag = Math.max(lower.indexOf('<title'), lower.indexOf('<mj-title'))
  const start = tag < 0 ? -1 : head.indexOf('>', tag)
  const end = start < 0 ? -1 : head.indexOf('<', start)
  return end < 0
    ? ''
    : head
        .slice(start + 1, end)
        .trim()
        .slice(0, 200)
}
