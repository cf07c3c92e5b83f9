import type { EmailDocument } from '../../../engines/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Modules, loadDocument, loadModules, loadTemplate, readContent } from '../../templates/index.ts'
import type { CreateExport } from '../contract.ts'
import { cleanPage } from './page.ts'
import { providerOf, takesArchive } from './target.ts'

/** One email to export. */
export interface Source {
  /** What the files are called after. */
  name: string
  document: EmailDocument
  /** What its instances of modules show. */
  modules?: Modules
  templateId?: string
  /** HTML of the caller's own, to go out as it is instead of a rendering of the document. */
  html?: string
}

const ways = ['template_id', 'template_ids', 'document', 'html'] as const

/** Fails as `readSources` would, without loading what many templates hold. */
export async function checkSources(db: Db, caller: Caller, input: CreateExport): Promise<void> {
  if (input.template_ids === undefined) return void (await readSources(db, caller, input))
  checkWays(input)
  checkData(input.data)
  for (const id of input.template_ids) await loadTemplate(db, caller, id)
}

/** The emails that a call names, loaded and checked; exactly one of the four ways must be used. */
export async function readSources(db: Db, caller: Caller, input: CreateExport): Promise<Source[]> {
  checkWays(input)
  checkData(input.data)
  if (input.html !== undefined) return [readHtml(input.html, input.css)]
  if (input.document !== undefined) {
    const { document } = readContent({ document: input.document }, '') ?? fail('DOCUMENT_INVALID')
    return [{ name: document.meta.title, document, modules: await loadModules(db, caller.projectId, document) }]
  }
  const sources: Source[] = []
  for (const id of input.template_ids ?? [input.template_id ?? '']) {
    const { template, document } = await loadDocument(db, caller, id)
    const modules = await loadModules(db, caller.projectId, document)
    sources.push({ name: template.name, document, modules, templateId: template.id })
  }
  return sources
}

function checkWays(input: CreateExport): void {
  const used = ways.filter((way) => input[way] !== undefined)
  if (used.length !== 1) {
    const path = `/${used[1] ?? 'template_id'}`
    refuse(path, `give exactly one of ${ways.join(', ')}`)
  }
  if (input.css !== undefined && input.html === undefined) refuse('/css', 'css goes with html')
  if (input.html !== undefined && input.data !== undefined) {
    refuse('/data', 'data fills a template or a document; html goes out as it is')
  }
  if (input.html !== undefined && input.locale !== undefined) refuse('/locale', 'html has no translations')
  if (input.html !== undefined && input.format === 'amp') refuse('/format', 'html has no AMP part')
  if (input.html !== undefined && input.format === 'mjml')
    refuse('/format', 'html is no document: MJML is written of one')
  if (input.format === 'json') checkJson(input)
  if (input.format === 'mjml' && input.data !== undefined) {
    refuse('/data', 'MJML keeps its merge tags as Liquid; leave data out')
  }
  checkTarget(input)
  const { images } = input.options ?? {}
  if (
    images === 'zip' &&
    !['zip', 'eml'].includes(input.format) &&
    !(input.format === 'esp' && takesArchive(providerOf(input)))
  ) {
    refuse('/options/images', '"zip" needs format zip or eml, or a target that takes archives')
  }
}

function checkTarget(input: CreateExport): void {
  if (input.format !== 'esp') {
    if (input.target !== undefined) refuse('/target', 'a target goes with format "esp"')
    return
  }
  if (input.target === undefined) refuse('/target', 'name the provider, by an id of GET /export/formats')
  if (input.data !== undefined) refuse('/data', 'the provider fills in the fields; leave data out')
  providerOf(input)
}

function checkJson({ data, locale }: CreateExport): void {
  if (data !== undefined) refuse('/data', 'json is the document itself; leave data out')
  if (locale !== undefined) refuse('/locale', 'json is the document itself, with all its translations')
}

function checkData(data: CreateExport['data']): void {
  if (data === undefined) return
  const size = new TextEncoder().encode(JSON.stringify(data)).length
  if (size > limits.dataBytes) fail('PAYLOAD_TOO_LARGE', `data has ${size} bytes; the limit is ${limits.dataBytes}.`)
}

function refuse(path: string, message: string): never {
  return fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}

function readHtml(source: string, css: string | undefined): Source {
  const content = readContent({ html: source, ...(css === undefined ? {} : { css }) }, 'Email')
  const { document } = content ?? fail('DOCUMENT_INVALID')
  return { name: document.meta.title, document, html: cleanPage(source, css) }
}
