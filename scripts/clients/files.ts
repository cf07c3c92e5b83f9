/**
 * Generated files of the client libraries, each beside its hand-written runtime in `sdk`. They come from the document that the
 * service publishes, which is read once.
 */
import { apiDocument } from '../api-document.ts'
import { type Api, readApi } from './api.ts'
import type { OpenApiDocument } from './document.ts'
import { goFiles } from './go.ts'
import { phpFiles } from './php.ts'
import { pythonFiles } from './python.ts'
import { rubyFiles } from './ruby.ts'
import { typescriptFiles } from './typescript.ts'

const folders = {
  'sdk/typescript/src/generated': typescriptFiles,
  'sdk/python/src/svc_client': pythonFiles,
  'sdk/go': goFiles,
  'sdk/php/src': phpFiles,
  'sdk/ruby': rubyFiles,
}

/** The functions that write the generated files, by path in the repository. */
export const clientFiles: Record<string, () => Promise<string>> = Object.fromEntries(
  Object.entries(folders).flatMap(([folder, files]) =>
    Object.entries(files).map(
      ([name, write]) => [`${folder}/${name}`, async () => write(await publishedApi())] as const,
    ),
  ),
)

let published: Promise<Api> | undefined

/** What the current source publishes. */
export function publishedApi(): Promise<Api> {
  published ??= apiDocument().then((text) => readApi(JSON.parse(text) as OpenApiDocument))
  return published
}
