import { join } from 'node:path'
import { type EmbeddedFont, packedName } from '../fonts.ts'

// In the executable `import.meta.dir` is the folder of the entry point; that of threads is one level below that of the
// program.
const root = import.meta.dir.replace(/[\\/]app$/, '')

/** WebAssembly module of the CSS inliner. */
export function readCssInline(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/css-inline.wasm.gz', '@css-inline/css-inline-wasm/index_bg.wasm')
}

/** WebAssembly module of the layout engine. */
export function readTakumi(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/takumi.wasm.gz', '@takumi-rs/wasm/takumi_wasm_bg.wasm')
}

/** WebAssembly module of the SVG renderer. */
export function readResvg(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/resvg.wasm.gz', '@resvg/resvg-wasm/index_bg.wasm')
}

/** WebAssembly module of the text shaper for PDFs. */
export function readHarfbuzz(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/harfbuzz.wasm.gz', 'harfbuzzjs/dist/harfbuzz.wasm')
}

/** WebAssembly module of the font subsetter. */
export function readFontSubsetter(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/harfbuzz-subset.wasm.gz', 'harfbuzzjs/dist/harfbuzz-subset.wasm')
}

/** Script of the AMP validator. */
export function readAmpValidator(): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked('engines/amp-validator.js.gz', '../../../vendor/amphtml-validator/validator_wasm.js')
}

export function readFont({ file }: EmbeddedFont): Promise<Uint8Array<ArrayBuffer>> {
  return readPacked(`fonts/${packedName(file)}`, file)
}

async function readPacked(name: string, source: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!Bun.isStandaloneExecutable) return Bun.file(Bun.resolveSync(source, import.meta.dir)).bytes()
  return Bun.gunzipSync(await Bun.file(join(root, 'public', name)).bytes())
}
