import { join } from 'node:path'

/** Files of packages that the executable holds, by their name below dist/public/engines (scripts/public-files.ts). */
const files = {
  'css-inline.wasm': '@css-inline/css-inline-wasm/index_bg.wasm',
} as const

/** The bytes of an embedded file; from its package where the service runs from its source. */
export function readEmbedded(name: keyof typeof files): Promise<Uint8Array<ArrayBuffer>> {
  const path = Bun.isStandaloneExecutable
    ? join(import.meta.dir, 'public/engines', name)
    : Bun.resolveSync(files[name], import.meta.dir)
  return Bun.file(path).bytes()
}
