import type { EmailDocument } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Modules, checkSendable, loadModules, loadSendable, readContentApart } from '../../templates/index.ts'
import { clients } from '../clients.ts'
import type { CreateExport } from '../contract.ts'
import { checkUtm } from '../utm.ts'
import { cleanPage } from '../page/index.ts'
import { type ExportTarget, takesArchive } from './target.ts'

export interface Source {
  name: string
  document: EmailDocument
  modules?: Modules
  templateId?: string
  /** HTML supplied by the caller, exported in place of a rendering of the document. */
  html?: string
}

const modes = ['template_id', 'template_ids', 'document', 'html'] as const

/** The emails of an export, loaded one after the other on demand. */
export interface Sources {
  count: number
  each(): AsyncGenerator<Source>
}

/** Dependencies of `openSources` besides the request. */
export interface SourceDeps {
  target: ExportTarget | undefined
  workers: Workers
}

/** Fails like reading the sources, without loading the documents of many templates. */
export async function checkSources(
  db: Db,
  caller: Caller,
  input: CreateExport,
  { target, workers }: SourceDeps,
): Promise<void> {
  const { count, each } = openSources(db, caller, input, { target, workers })
  if (count === 1) return void (await each().next())
  for (const id of input.template_ids ?? []) await checkSendable(db, caller, id, input.version)
}

/** The emails that a request names, in exactly one of four ways. An email that cannot be loaded fails when it is reached. */
export function openSources(db: Db, caller: Caller, input: CreateExport, { target, workers }: SourceDeps): Sources {
  checkModes(input, target)
  checkData(input.data)
  const ids = input.template_ids ?? (input.template_id === undefined ? [] : [input.template_id])
  return {
    count: Math.max(1, ids.length),
    async *each() {
      if (input.html !== undefined) yield await readHtml(input.html, input.css, workers)
      if (input.document !== undefined) {
        const content = await readContentApart({ document: input.document }, '', workers)
        const { document } = content ?? fail('DOCUMENT_INVALID')
        yield { name: document.meta.title, document, modules: await loadModules(db, caller.projectId, document) }
      }
      for (const id of ids) {
        const { template, document, modules } = await loadSendable(db, caller, id, input.version)
        yield { name: template.name, document, modules, templateId: template.id }
      }
    },
  }
}

function checkModes(input: CreateExport, target: ExportTarget | undefined): void {
  const used = modes.filter((mode) => input[mode] !== undefined)
  if (used.length !== 1) {
    const path = `/${used[1] ?? 'template_id'}`
    refuse(path, `provide exactly one of ${modes.join(', ')}`)
  }
  if (input.version !== undefined && input.template_id === undefined && input.template_ids === undefined)
    refuse('/version', 'version requires template_id or template_ids')
  if (input.css !== undefined && input.html === undefined) refuse('/css', 'css requires html')
  if (input.html !== undefined && input.data !== undefined) {
    refuse('/data', 'data requires a template or a document; html is exported unchanged')
  }
  if (input.html !== undefined && input.locale !== undefined) refuse('/locale', 'html has no translations')
  if (input.html !== undefined && input.format === 'amp') refuse('/format', 'html has no AMP part')
  if (input.html !== undefined && input.format === 'mjml')
    refuse('/format', 'html cannot be exported as MJML; provide a document or a template')
  if (input.format === 'json') checkJson(input)
  if (input.format === 'mjml' && input.data !== undefined) {
    refuse('/data', 'MJML keeps its merge tags as Liquid; omit data')
  }
  checkTarget(input)
  checkRendered(input)
  checkUtm(input.options)
  const { images } = input.options ?? {}
  if (
    images === 'zip' &&
    !['zip', 'eml'].includes(input.format) &&
    !(target !== undefined && takesArchive(target.provider))
  ) {
    refuse('/options/images', '"zip" requires format zip or eml, or a target that accepts archives')
  }
}

function checkTarget(input: CreateExport): void {
  if (input.format === 'eml' && input.target !== undefined && !clients.has(input.target)) {
    refuse('/target', `with format "eml", target must be a mail client: one of ${[...clients.keys()].join(', ')}`)
  }
  if (input.format === 'eml') return
  if (input.format !== 'esp') {
    if (input.target !== undefined) refuse('/target', 'target requires format "esp", or "eml" for a mail client')
    return
  }
  if (input.target === undefined)
    refuse('/target', 'format "esp" requires a provider: use an id from GET /export/formats')
  if (input.data !== undefined) refuse('/data', 'the provider fills in the fields; omit data')
}

const renderedOnly = ['device', 'scheme', 'engine'] as const
const ofOneFormat = { page: 'pdf', margin: 'pdf', width: 'png' } as const

function checkRendered({ format, options = {} }: CreateExport): void {
  for (const option of renderedOnly) {
    if (options[option] !== undefined && format !== 'pdf' && format !== 'png')
      refuse(`/options/${option}`, 'requires format pdf or png')
  }
  for (const [option, goesWith] of Object.entries(ofOneFormat)) {
    if (options[option as keyof typeof ofOneFormat] !== undefined && format !== goesWith)
      refuse(`/options/${option}`, `requires format ${goesWith}`)
  }
  if ((format === 'pdf' || format === 'png') && options.images !== undefined && options.images !== 'absolute')
    refuse('/options/images', 'a PDF or PNG contains its images')
}

function checkJson({ data, locale, options }: CreateExport): void {
  if (options?.utm !== undefined) refuse('/options/utm', 'json is the document itself; omit utm')
  if (data !== undefined) refuse('/data', 'json is the document itself; omit data')
  if (locale !== undefined) refuse('/locale', 'json contains the document with all its translations; omit locale')
}

function checkData(data: CreateExport['data']): void {
  if (data === undefined) return
  const size = new TextEncoder().encode(JSON.stringify(data)).length
  if (size > limits.dataBytes) fail('PAYLOAD_TOO_LARGE', `data has ${size} bytes; the limit is ${limits.dataBytes}.`)
}

function refuse(path: string, message: string): never {
  return fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}

async function readHtml(source: string, css: string | undefined, workers: Workers): Promise<Source> {
  const input = { html: source, ...(css === undefined ? {} : { css }) }
  const { document } = (await readContentApart(input, 'Email', workers)) ?? fail('DOCUMENT_INVALID')
  return { name: document.meta.title, document, html: await cleanPageApart(input, workers) }
}

async function cleanPageApart(page: { html: string; css?: string }, workers: Workers): Promise<string> {
  const { css = '', html } = page
  if (html.length + css.length <= limits.cleanInlineLength) return cleanPage(page)
  try {
    return await workers.runWithin<string>(limits.cleanMs, 'cleanPage', page)
  } catch (error) {
    if (error instanceof TaskTimeout)
      refuse('/html', `sanitizing it takes longer than ${limits.cleanMs} ms; shorten it`)
    throw error
  }
}
