/** A reply of one or more lines (RFC 5321 4.2). */
export interface Reply {
  readonly code: number
  /** Class, subject and detail (RFC 2034, RFC 3463), such as 5.1.1; undefined if missing. */
  readonly enhancedCode: string | undefined
  /** Text after the codes, one entry per line, without control characters. */
  readonly lines: readonly string[]
}

/** A line starts with a code, and a hyphen if more lines follow (RFC 5321 4.2.1). */
export const replyLine = /^([2-5]\d\d)(?:([ -])(.*))?$/

// Subjects are 0 to 7. Version numbers, IP addresses and ticket numbers look similar.
const atStart = /^\s*([245])\.([0-7])\.(\d{1,3})(?![\d.])/
const within = /(?<![\d.#-])(?:\(?#)?([245])\.([0-7])\.(\d{1,3})(?![\d.])/

/** An enhanced code of another class than the reply code is ignored. */
export function replyOf(code: number, texts: readonly string[]): Reply {
  const lines = texts.map((text) => text.replace(/[\x00-\x1f\x7f]+/g, ' ').trim())
  const [first] = texts.map((text) => atStart.exec(text)).filter((match) => match !== null)
  const [, group, subject, detail] = first ?? within.exec(lines.join(' ')) ?? []
  const isOurs = group === String(code).charAt(0)
  return { code, enhancedCode: isOurs ? `${group}.${subject}.${detail}` : undefined, lines }
}

/** Text of the reply in one line of at most 300 characters, with every address masked. */
export function messageOf({ lines }: Reply): string {
  return maskAddresses(lines.join(' ')).slice(0, 300)
}

/** Masks all email addresses, in linear time: a server may send 64 KB without a space. */
export function maskAddresses(text: string): string {
  // Matches whole words first, then searches each for an at sign between its first and last character.
  return text.replace(/<[^<>\s]*>|[^\s<>()[\]:;,"']+/g, (word) =>
    word.startsWith('<') || word.slice(1, -1).includes('@') ? '<…>' : word,
  )
}
