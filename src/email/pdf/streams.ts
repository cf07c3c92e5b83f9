import { type PDFContext, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'

/**
 * Compresses bytes to zlib format (RFC 1950); an argument, because the native one is many times faster than
 * JavaScript.
 */
export type Deflate = (bytes: Uint8Array) => Uint8Array

type Value = string | number | boolean | undefined | PDFObject | Value[] | { [name: string]: Value }
/** Dictionary entries; strings are PDF names. */
type Entries = Record<string, Value>

/** Writes a compressed stream object. */
export function writeStream(context: PDFContext, bytes: Uint8Array, deflate: Deflate, entries: Entries = {}): PDFRef {
  return context.register(streamOf(context, bytes, deflate, entries))
}

/** Like `writeStream`, but without registering the object. */
export function streamOf(
  context: PDFContext,
  bytes: Uint8Array,
  deflate: Deflate,
  entries: Entries = {},
): PDFRawStream {
  const packed = deflate(bytes)
  return PDFRawStream.of(context.obj({ ...entries, Length: packed.length, Filter: 'FlateDecode' }), packed)
}
