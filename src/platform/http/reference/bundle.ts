import { join } from 'node:path'

/** A file that never changes under its name, compressed. `unpack` returns it uncompressed, for clients without gzip. */
export interface FixedFile {
  name: string
  etag: string
  gzip: Uint8Array<ArrayBuffer>
  unpack(): Uint8Array<ArrayBuffer>
}

/** The script of the reference: compressed in the executable, or as installed in node_modules. */
export async function readReference(): Promise<FixedFile> {
  if (Bun.isStandaloneExecutable) {
    return fixFile('reference', await Bun.file(join(import.meta.dir, 'public/docs/reference.js.gz')).bytes())
  }
  const installed = '../../../../node_modules/@scalar/api-reference/dist/browser/standalone.js'
  return fixFile('reference', packReference(await Bun.file(join(import.meta.dir, installed)).text()))
}

/** Samples of calls by operation id, which only a build has: a script that sets `codeSamples`. */
export async function readSamples(): Promise<FixedFile[]> {
  if (!Bun.isStandaloneExecutable) return []
  return [fixFile('samples', await Bun.file(join(import.meta.dir, 'public/docs/samples.js.gz')).bytes())]
}

/** Scalar's placeholder for an empty key, in base64. No setting changes it, and it looks like a key. */
const filler = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'

/** Scalar's script with a placeholder in the format of our keys, compressed. Throws if a new version has no such filler. */
export function packReference(script: string): Uint8Array<ArrayBuffer> {
  if (!script.includes(filler)) throw new Error('Scalar no longer has the filler that packReference replaces')
  return Bun.gzipSync(new TextEncoder().encode(script.replaceAll(filler, 'svc_…')), { level: 9 })
}

/** A compressed script under a name that contains its hash. */
export function fixFile(stem: string, gzip: Uint8Array<ArrayBuffer>): FixedFile {
  const hash = Bun.hash(gzip).toString(36)
  return { name: `${stem}-${hash}.js`, etag: `"${hash}"`, gzip, unpack: () => Bun.gunzipSync(gzip) }
}
