import { type ZipFile, packZip } from './zip-stream.ts'

/** Packs the files in the given order, as `packZip` does, and returns the whole archive. */
export async function zipEmail(files: readonly ZipFile[]): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of packZip(files)) parts.push(part)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
