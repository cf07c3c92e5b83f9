import { join } from 'node:path'

/** A file that never changes under its name, packed; `unpack` gives it as it is, for who cannot. */
export interface FixedFile {
  name: string
  etag: string
  gzip: Uint8Array<ArrayBuffer>
  unpack(): Uint8Array<ArrayBuffer>
}

/** The reference's script: packed in the executable, or as installed beside the source. */
export async function readReference(): Promise<FixedFile> {
  if (Bun.isStandaloneExecutable) {
    return fixFile('reference', await Bun.file(join(import.meta.dir, 'public/docs/reference.js.gz')).bytes())
  }
  const installed = '../../../../node_modules/@scalar/api-reference/dist/browser/standalone.js'
  return fixFile('reference', packReference(await Bun.file(join(import.meta.dir, installed)).text()))
}

/** What Scalar shows in an empty box for a key, in base64; no setting changes it, and it reads like a key. */
const filler = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'

/** Scalar's script with a placeholder that looks like our keys, packed. Throws when a new version has no such filler. */
export function packReference(script: string): Uint8Array<ArrayBuffer> {
  if (!script.includes(filler)) throw new Error('Scalar no longer has the filler that packReference replaces')
  return Bun.gzipSync(new TextEncoder().encode(script.replaceAll(filler, 'svc_…')), { level: 9 })
}

/** A packed script under a name that holds its hash. */
export function fixFile(stem: string, gzip: Uint8Array<ArrayBuffer>): FixedFile {
  const hash = Bun.hash(gzip).toString(36)
  return { name: `${stem}-${hash}.js`, etag: `"${hash}"`, gzip, unpack: () => Bun.gunzipSync(gzip) }
}
