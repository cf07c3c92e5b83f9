import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildUrl, packedApi } from '../src/app/api-document.ts'
import { collectLists, packedLists } from '../src/app/address-lists.ts'
import { embeddedFonts, packedName } from '../src/app/fonts.ts'
import { packReference } from '../src/platform/http/index.ts'
import { apiDocument } from './api-document.ts'
import type { OpenApiDocument } from './clients/document.ts'
import { codeSamples } from './clients/samples/index.ts'
import { root } from './compile.ts'
import { buildConsole } from './console.ts'
import { buildEditor } from './editor.ts'
import { buildPageScript } from './page-script.ts'
import { buildGuides } from './guides/build.ts'
import { buildSdk } from './sdk/package.ts'

/** What the executable holds as files, to serve or to run: name below dist/public, source in the repository. */
const sources = {
  starters: 'src/surfaces/templates/starters/images',
} as const

/** What it holds packed, because it is large and seldom opened. */
const packed: readonly (readonly [name: string, source: string])[] = [
  ['engines/css-inline.wasm.gz', 'node_modules/@css-inline/css-inline-wasm/index_bg.wasm'],
  ['engines/takumi.wasm.gz', 'node_modules/@takumi-rs/wasm/pkg/takumi_wasm_bg.wasm'],
  ['engines/resvg.wasm.gz', 'node_modules/@resvg/resvg-wasm/index_bg.wasm'],
  ['engines/harfbuzz.wasm.gz', 'node_modules/harfbuzzjs/dist/harfbuzz.wasm'],
  ['engines/harfbuzz-subset.wasm.gz', 'node_modules/harfbuzzjs/dist/harfbuzz-subset.wasm'],
  ['engines/amp-validator.js.gz', 'vendor/amphtml-validator/validator_wasm.js'],
  ...embeddedFonts.map(({ file }) => [`fonts/${packedName(file)}`, `node_modules/${file}`] as const),
]

const scalar = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'

/** Writes dist/public, the folder that the executable embeds. */
export async function writePublicFiles(): Promise<void> {
  const folder = join(root, 'dist/public')
  rmSync(folder, { recursive: true, force: true })
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(root, source), join(folder, name), { recursive: true })
  }
  for (const [name, source] of packed) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), Bun.gzipSync(readFileSync(join(root, source)), { level: 9 }))
  }
  mkdirSync(join(folder, 'docs'), { recursive: true })
  writeFileSync(join(folder, 'docs/reference.js.gz'), packReference(readFileSync(join(root, scalar), 'utf8')))
  const document = JSON.parse(await apiDocument({ SVC_BASE_URL: buildUrl })) as OpenApiDocument
  const api = JSON.stringify(document)
  const samples = `const codeSamples=${JSON.stringify(codeSamples(document))}`
  writeFileSync(join(folder, 'docs/samples.js.gz'), Bun.gzipSync(samples, { level: 9 }))
  writeFileSync(join(folder, packedApi), Bun.gzipSync(api, { level: 9 }))
  writeFileSync(join(folder, packedLists), Bun.gzipSync(await collectLists(), { level: 9 }))
  await buildEditor()
  await buildConsole()
  await buildSdk()
  await buildPageScript('demo', 'demo')
  await buildPageScript('passkey', 'sign-in')
  await buildGuides()
}
