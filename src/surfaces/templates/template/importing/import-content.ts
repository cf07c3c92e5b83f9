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
import { addComparison } from './compare-import.ts'
import { type StoreImage, storeImages } from './store-images.ts'

export interface ImportPlace {
  workers: Workers
  cdnUrl: string
  /** Default for emails without a title. */
  title: string
  /** The document that the content will replace. */
  base?: EmailDocument
  modules?: Modules
  /** Directory of the operator's fonts; if given, HTML is compared with the result as displayed. */
  fontFolder?: string
  /** Stores embedded images as assets; without it they stay embedded. */
  storeImage?: StoreImage | undefined
}

export interface ImportDeps {
  /** For imports that would block the event loop. */
  workers: WorkerPool
  /** Public URL of the CDN host, prepended to `/cdn/…` URLs in rendered emails. */
  cdnUrl: string
  /** Creates an asset from an embedded image, or returns the reason why it cannot. */
  storeImage(caller: Caller, work: WorkContext, ...image: Parameters<StoreImage>): ReturnType<StoreImage>
}

/** For emails that are stored for the caller: their images are stored too. */
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
 * The content of a body in any form, or undefined. VALIDATION_FAILED for two forms at once; DOCUMENT_INVALID,
 * DOCUMENT_TOO_LARGE, MJML_INVALID, DESIGN_UNKNOWN or IMPORT_TOO_COMPLEX for content that cannot be imported.
 */
export async function importContent(input: ContentInput, place: ImportPlace): Promise<Content | undefined> {
  checkForms(input)
  checkContentSize(input)
  if (input.html === undefined && input.mjml === undefined && input.design === undefined)
    return readContentApart(input, place.title, place.workers)
  const { document, report } = await importForm(input, place)
  return { document, source: input.html === undefined ? 'document' : 'html', report }
}

/** Converts an email in another form to a document, with a report; in a worker unless it is small. */
export async function importForm(
  input: Omit<ContentInput, 'document'>,
  { workers, cdnUrl, title, base, modules, fontFolder, storeImage }: ImportPlace,
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
    const { document, report } = outcome
    report.warnings.unshift(...(stored?.warnings ?? []))
    const isShort = html !== undefined && html.length <= limits.importBlocksLength
    if (fontFolder !== undefined && isShort)
      await addComparison(
        report,
        {
          html,
          document,
          fontFolder,
          ...(css === undefined ? {} : { css }),
          ...(stored === undefined ? {} : { images: stored.images }),
        },
        workers,
      )
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
    // The result of a save must not depend on the load of the machine: HTML is then kept as one block instead of failing.
    if (task.html === undefined || task.isKeptWhole === true) fail('IMPORT_TOO_COMPLEX')
    const { html, css, title } = task
    return run({ html, title, isKeptWhole: true, ...(css === undefined ? {} : { css }) }, workers)
  }
}

/** Fails with VALIDATION_FAILED for two forms at once, or CSS without HTML. */
export function checkForms(input: ContentInput): void {
  const given = forms.filter((form) => input[form] !== undefined)
  const issues: Issue[] = given
    .slice(1)
    .map((form) => ({ path: `/${form}`, message: `Provide either ${given[0] ?? 'document'} or ${form}, not both.` }))
  if (input.css !== undefined && input.html === undefined) {
    issues.push({
      path: '/css',
      message: input.document === undefined ? 'css requires html.' : 'css requires html; a document has head.css.',
    })
  }
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
}
