/** A file before it is kept. */
export interface PackedFile {
  name: string
  mime: string
  bytes: Uint8Array
}

/** What one email becomes. */
export interface PackedEmail {
  files: PackedFile[]
  /** The email as text, where that is the whole of it. */
  content?: string
}
