import { join } from 'node:path'

/** Where the reference's script is: embedded in the executable, or as installed beside the source. */
export const shippedBundle = Bun.isStandaloneExecutable
  ? join(import.meta.dir, 'public/docs/reference.js')
  : join(import.meta.dir, '../../../../node_modules/@scalar/api-reference/dist/browser/standalone.js')

/** A file that never changes under its name, and its compressed form. */
export type FixedFile = { name: string; etag: string; plain: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer> }

/** A file under a name that holds its hash. Compressing four megabytes takes a while: keep the result. */
export async function fixFile(stem: string, plain: Uint8Array<ArrayBuffer>): Promise<FixedFile> {
  const hash = Bun.hash(plain).toString(36)
  const compressed = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'))
  const gzip = await new Response(compressed).bytes()
  return { name: `${stem}-${hash}.js`, etag: `"${hash}"`, plain, gzip }
}
