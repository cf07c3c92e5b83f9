import { join } from 'node:path'
import { type EmbeddedFont, packedName } from '../fonts.ts'

// In the executable every module is notified the folder of its entry point, and that of threads lies one below the program's.
const root = import.meta.dir.replace(/[\\/]app$/, '')

/** The bytes of the wasm that inlines style sheets. */
export function readCssInline(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/css-inline.wasm.gz', '@css-inline/css-inline-wasm/index_bg.wasm')
}

/** The bytes of the wasm that lays out and paints. */
export function readTakumi(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/takumi.wasm.gz', '@takumi-rs/wasm/takumi_wasm_bg.wasm')
}

/** The bytes of the wasm that renders SVGs. */
export function readResvg(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/resvg.wasm.gz', '@resvg/resvg-wasm/index_bg.wasm')
}

/** The bytes of the wasm that shapes text for PDFs. */
export function readHarfbuzz(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/harfbuzz.wasm.gz', 'harfbuzzjs/dist/harfbuzz.wasm')
}

/** The bytes of the wasm that cuts fonts down. */
export function readFontSubsetter(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/harfbuzz-subset.wasm.gz', 'harfbuzzjs/dist/harfbuzz-subset.wasm')
}

/** The script that holds the AMP validator. */
export function readAmpValidator(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/amp-validator.js.gz', '../../../vendor/amphtml-validator/validator_wasm.js')
}

/** The bytes of one of the embedded fonts. */
export function readFont({ file }: EmbeddedFont): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked(`fonts/${packedName(file)}`, file)
}

async function readPacked(name: string, source: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!Bun.isStandaloneExecutable) return Bun.file(Bun.resolveSync(source, import.meta.dir)).bytes()
  return Bun.gunzipSync(await Bun.file(join(root, 'public', name)).bytes())
}
