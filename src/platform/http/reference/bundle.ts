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
  return fixFile('reference', Bun.gzipSync(await Bun.file(join(import.meta.dir, installed)).bytes()))
}

/** A packed script under a name that holds its hash. */
export function fixFile(stem: string, gzip: Uint8Array<ArrayBuffer>): FixedFile {
  const hash = Bun.hash(gzip).toString(36)
  return { name: `${stem}-${hash}.js`, etag: `"${hash}"`, gzip, unpack: () => Bun.gunzipSync(gzip) }
}
