/** A file before it is kept. */
export interface PackedFile {
  name: string
  mime: string
  bytes: Uint8Array
}
