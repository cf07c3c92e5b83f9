/** A file that is not stored yet. */
export interface PackedFile {
  name: string
  mime: string
  bytes: Uint8Array
}

export interface PackedEmail {
  files: PackedFile[]
  /** The email as text, if that is all of it. */
  content?: string
}
