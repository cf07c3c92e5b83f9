import { join } from 'node:path'

/** Files of packages and of vendor/ that the executable holds, by their name below dist/public/engines (scripts/public-files.ts). */
const files = {
  'css-inline.wasm': '@css-inline/css-inline-wasm/index_bg.wasm',
  'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
  'arimo-400.ttf': '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  'arimo-700.ttf': '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
  'amp-validator.js': '../../../vendor/amphtml-validator/validator_wasm.js',
} as const

// Compiled, every module has the folder of its entry, and that of threads lies one below the program's.
const root = import.meta.dir.replace(/[\\/]app$/, '')

/** The bytes of an embedded file; from its package where the service runs from its source. */
export function readEmbedded(name: keyof typeof files): Promise<Uint8Array<ArrayBuffer>> {
  const path = Bun.isStandaloneExecutable
    ? join(root, 'public/engines', name)
    : Bun.resolveSync(files[name], import.meta.dir)
  return Bun.file(path).bytes()
}
