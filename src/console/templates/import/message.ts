/** A message (RFC 5322) whose HTML refers to images by their Content-ID. */
export interface Message {
  subject: string
  html: string
  /** By Content-ID. */
  images: ReadonlyMap<string, MessageImage>
}

export interface MessageImage {
  /** Empty if the message has none. */
  name: string
  type: string
  content: Uint8Array<ArrayBuffer>
}

/** Why a file is no source, by the key of its text. */
export interface SourceProblem {
  problem: 'messageWithoutHtml' | 'messageParts' | 'messageUnreadable' | 'tooLarge' | 'messageTooLarge'
}
