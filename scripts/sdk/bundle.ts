import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { root } from '../compile.ts'

/**
 * Maximum of the script, minified: about 13 KB (interface 1). Without the four methods of approval, the four that change an
 * open editor, links and presets of the host, and the error page in eight languages, which the interface does not have, it
 * is below 13,312.
 */
export const sdkBytes = 20_480

/** Maximum of the script of the custom element, which contains the other one. */
export const elementBytes = sdkBytes + 4096

export const source = join(root, 'sdk/browser')

/** The forms of the SDK by file name: for script tags, for modules as the service serves them, and for the package. */
const forms = [
  { file: 'svc.js', entry: 'script.ts', format: 'iife' },
  { file: 'svc.mjs', entry: 'served-module.ts', format: 'esm' },
  { file: 'index.js', entry: 'index.ts', format: 'esm' },
  { file: 'svc-editor.js', entry: 'element-script.ts', format: 'iife' },
  { file: 'svc-editor.mjs', entry: 'served-element.ts', format: 'esm' },
  // As a module that exports nothing: what the bundler adds to its own form of CommonJS weighs 700 bytes.
  { file: 'index.cjs', entry: 'required.ts', format: 'esm', banner: 'var required=module;' },
] as const

/** Bundles every form of the SDK; bytes by file name. Throws with the bundler's log. */
export async function bundleSdk(): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const { file, entry, ...form } of forms) {
    const built = await Bun.build({ entrypoints: [join(source, entry)], target: 'browser', minify: true, ...form })
    const [output] = built.outputs
    if (!built.success || output === undefined) throw new Error(built.logs.map(String).join('\n'))
    files.set(file, new Uint8Array(await output.arrayBuffer()))
  }
  return files
}

/** The value of `integrity` for these bytes (Subresource Integrity 3.5). */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}
