/** One reply of a server, of one or more lines (RFC 5321 4.2). */
export interface Reply {
  readonly code: number
  /** Class, subject and detail (RFC 2034, RFC 3463), such as 5.1.1, where the server gave them. */
  readonly enhancedCode: string | undefined
  /** What follows the codes, a line each, without control characters. */
  readonly lines: readonly string[]
}

/** How a line begins: a code, then a hyphen where more lines follow (RFC 5321 4.2.1). */
export const replyLine = /^([2-5]\d\d)(?:([ -])(.*))?$/

// Subjects are 0 to 7: what looks alike in a version, an address or a ticket number is none.
const atStart = /^\s*([245])\.([0-7])\.(\d{1,3})(?![\d.])/
const within = /(?<![\d.#-])(?:\(?#)?([245])\.([0-7])\.(\d{1,3})(?![\d.])/

/** The reply from its code and the texts of its lines; the enhanced code must be of the code’s class, or it is none. */
export function replyOf(code: number, texts: readonly string[]): Reply {
  const lines = texts.map((text) => text.replace(/[\x00-\x1f\x7f]+/g, ' ').trim())
  const [first] = texts.map((text) => atStart.exec(text)).filter((match) => match !== null)
  const [, group, subject, detail] = first ?? within.exec(lines.join(' ')) ?? []
  const isOurs = group === String(code).charAt(0)
  return { code, enhancedCode: isOurs ? `${group}.${subject}.${detail}` : undefined, lines }
}

/** What the server said, in one line of at most 300 characters, with every address in it masked. */
export function messageOf({ lines }: Reply): string {
  return maskAddresses(lines.join(' ')).slice(0, 300)
}

/** The text without the email addresses in it, anybody’s. In linear time: a server may send 64 KB without a space. */
export function maskAddresses(text: string): string {
  // Whole words are matched, and only then searched for an at sign between their first and last character.
  return text.replace(/<[^<>\s]*>|[^\s<>()[\]:;,"']+/g, (word) =>
    word.startsWith('<') || word.slice(1, -1).includes('@') ? '<…>' : word,
  )
}
