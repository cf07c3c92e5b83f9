import { type PDFContext, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'

/** Bytes packed as zlib does (RFC 1950); handed in, because the runtime's own is many times faster than any script. */
export type Deflate = (bytes: Uint8Array) => Uint8Array

type Value = string | number | boolean | undefined | PDFObject | Value[] | { [name: string]: Value }
/** Entries of a dictionary; texts are names. */
type Entries = Record<string, Value>

/** Writes bytes as a packed stream with the entries, and answers where it is. */
export function writeStream(context: PDFContext, bytes: Uint8Array, deflate: Deflate, entries: Entries = {}): PDFRef {
  return context.register(streamOf(context, bytes, deflate, entries))
}

/** The same before it has a place. */
export function streamOf(
  context: PDFContext,
  bytes: Uint8Array,
  deflate: Deflate,
  entries: Entries = {},
): PDFRawStream {
  const packed = deflate(bytes)
  return PDFRawStream.of(context.obj({ ...entries, Length: packed.length, Filter: 'FlateDecode' }), packed)
}
