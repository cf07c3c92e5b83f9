import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './compile.ts'

/** What the executable holds as files, to serve or to run: name below dist/public, source in the repository. */
const sources = {
  'docs/reference.js': 'node_modules/@scalar/api-reference/dist/browser/standalone.js',
  'engines/css-inline.wasm': 'node_modules/@css-inline/css-inline-wasm/index_bg.wasm',
  'engines/resvg.wasm': 'node_modules/@resvg/resvg-wasm/index_bg.wasm',
  'engines/arimo-400.ttf': 'node_modules/@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  'engines/arimo-700.ttf': 'node_modules/@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
  'engines/amp-validator.js': 'vendor/amphtml-validator/validator_wasm.js',
  starters: 'src/surfaces/templates/starters/images',
} as const

/** Writes dist/public, the folder that the executable embeds. */
export function writePublicFiles(): void {
  const folder = join(root, 'dist/public')
  rmSync(folder, { recursive: true, force: true })
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(root, source), join(folder, name), { recursive: true })
  }
}
