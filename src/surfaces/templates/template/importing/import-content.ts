import type { EmailDocument } from '../../../../email/document/index.ts'
import { showDocument } from '../../../../email/import/index.ts'
import { type Issue, fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { TaskTimeout, type WorkerPool, type Workers } from '../../../../platform/jobs/index.ts'
import type { WorkContext } from '../../../../platform/scheduling/index.ts'
import type { Modules } from '../modules/modules.ts'
import { type Content, type ContentInput, checkContentSize } from '../content.ts'
import { readContentApart } from '../reading-apart.ts'
import { type ImportOutcome, type ImportTask, importEmail } from './import-email.ts'
import { type StoreImage, storeImages } from './store-images.ts'

/** What reading another form needs besides the form. */
export interface ImportPlace {
  workers: Workers
  cdnUrl: string
  /** Title where the email says none. */
  title: string
  /** The document that the content will replace. */
  base?: EmailDocument
  /** What the instances in it mean. */
  modules?: Modules
  /** Stores images that are written into the email; without it they stay there. */
  storeImage?: StoreImage | undefined
}

/** What reading emails in other forms is on. */
export interface ImportDeps {
  /** Threads for what would keep the event loop waiting. */
  workers: WorkerPool
  /** Public address of the CDN host, put before `/cdn/…` addresses in rendered emails. */
  cdnUrl: string
  /** Makes an asset of an image that is written into an email, or says why not. */
  storeImage(caller: Caller, work: WorkContext, ...image: Parameters<StoreImage>): ReturnType<StoreImage>
}

/** The place of an email that the caller has stored: its images are, too. */
export function importPlace(
  { workers, cdnUrl, storeImage }: ImportDeps,
  { caller, work }: { caller: Caller; work: WorkContext },
  title: string,
): ImportPlace {
  return {
    workers: workers.forCaller(work),
    cdnUrl,
    title,
    storeImage: (image) => storeImage(caller, work, image),
  }
}

const forms = ['document', 'html', 'mjml', 'design'] as const

/**
 * The content of a body in whatever form it comes, or nothing. Fails with VALIDATION_FAILED for two forms at once,
 * DOCUMENT_INVALID, DOCUMENT_TOO_LARGE, MJML_INVALID, DESIGN_UNKNOWN or IMPORT_TOO_COMPLEX for what cannot be read.
 */
export async function importContent(input: ContentInput, place: ImportPlace): Promise<Content | undefined> {
  checkForms(input)
  checkContentSize(input)
  if (input.html === undefined && input.mjml === undefined && input.design === undefined)
    return readContentApart(input, place.title, place.workers)
  const { document, report } = await importForm(input, place)
  return { document, source: input.html === undefined ? 'document' : 'html', report }
}

/** The document of an email in another form, with the report; what is not small is read in a worker. */
export async function importForm(
  input: Omit<ContentInput, 'document'>,
  { workers, cdnUrl, title, base, modules, storeImage }: ImportPlace,
): Promise<Exclude<ImportOutcome, { failure: unknown }>> {
  const stored = storeImage === undefined ? undefined : await storeImages(input, title, storeImage)
  const { html, css, mjml, design } = stored?.forms ?? input
  const task: ImportTask = { title, cdnUrl }
  if (html !== undefined) task.html = html
  if (css !== undefined) task.css = css
  if (mjml !== undefined) task.mjml = mjml
  if (design !== undefined) task.design = design
  if (stored !== undefined) task.images = stored.images
  if (base !== undefined && html !== undefined) {
    task.base = base
    if (modules !== undefined) task.shown = showDocument(base, modules.lookup)
  }
  const outcome = await run(task, workers)
  if ('document' in outcome) {
    outcome.report.warnings.unshift(...(stored?.warnings ?? []))
    return outcome
  }
  const { code, detail, issues } = outcome.failure
  fail(code, { ...(detail === undefined ? {} : { detail }), ...(issues === undefined ? {} : { issues }) })
}

async function run(task: ImportTask, workers: Workers): Promise<ImportOutcome> {
  const size = (task.html ?? task.mjml ?? '').length + (task.css?.length ?? 0)
  if (task.design === undefined && task.base === undefined && size <= limits.importInlineBytes) return importEmail(task)
  try {
    return await workers.runWithin<ImportOutcome>(limits.importMs, 'importEmail', task)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    // A save must not depend on how busy the machine is: HTML can stay as it is.
    if (task.html === undefined || task.isKeptWhole === true) fail('IMPORT_TOO_COMPLEX')
    const { html, css, title } = task
    return run({ html, title, isKeptWhole: true, ...(css === undefined ? {} : { css }) }, workers)
  }
}

/** Fails with VALIDATION_FAILED for two forms at once, or a style sheet without HTML. */
export function checkForms(input: ContentInput): void {
  const given = forms.filter((form) => input[form] !== undefined)
  const issues: Issue[] = given
    .slice(1)
    .map((form) => ({ path: `/${form}`, message: `Give either ${given[0] ?? 'document'} or ${form}, not both.` }))
  if (input.css !== undefined && input.html === undefined) {
    issues.push({
      path: '/css',
      message: input.document === undefined ? 'css requires html.' : 'css requires html; a document has head.css.',
    })
  }
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
}
