/** Output of the session's email: files, minified code, previews, and documents converted from HTML. */
import { type EmailDocument, moduleUsesIn } from '../../../email/document/index.ts'
import { minifyCss, minifyHtml } from '../../../email/formats/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Caller, reachOf } from '../../../platform/identity/index.ts'
import { TaskTimeout, type WorkerPool, type Workers } from '../../../platform/jobs/index.ts'
import type { WorkContext } from '../../../platform/scheduling/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import type { Assets } from '../../assets/index.ts'
import type { CreateOptions, Exports } from '../../exports/index.ts'
import {
  checkContentSize,
  renderTemplate,
  importForm,
  importPlace,
  loadModules,
  readContentApart,
  requireModules,
  type SignImageUrls,
  withSignedImages,
} from '../../templates/index.ts'
import { exportFailed } from '../content/content.ts'
import { loadEmail } from '../content/email.ts'
import type { Session } from '../sessions/sessions.ts'
import type {
  CompiledEmail,
  ExportEmail,
  ExportedEmail,
  ImportHtml,
  ImportedHtml,
  OfEmail,
  PreviewEmail,
  PreviewedEmail,
} from './contract.ts'
import { loadSeenRecipient } from '../recipients/routes.ts'
import type { Previews } from './previews.ts'

export interface OutputDeps {
  store: Store
  workers: WorkerPool
  exports: Exports
  previews: Previews
  assets: Pick<Assets, 'storeImage'>
  cdnUrl: string
  /** Undefined unless transformations require signed URLs. */
  signImages?: SignImageUrls | undefined
}

interface Call {
  caller: Caller
  session: Session
  /** Scheduling context of worker tasks. */
  work: WorkContext
}

/**
 * Creates a file with a temporary link. INVALID_FORMAT; EXPORT_FAILED for any other failure. `transact` runs the write, or
 * returns the response of an earlier attempt.
 */
export async function exportEmail(
  parts: OutputDeps,
  call: Call,
  { format, ...given }: ExportEmail,
  transact: NonNullable<CreateOptions['transact']> = (write) => parts.store.tx(write),
): Promise<ExportedEmail> {
  if (format !== 'html' && format !== 'zip' && format !== 'pdf') fail('INVALID_FORMAT', 'Use html, zip or pdf.')
  try {
    const { html, css } = given
    const isForeign = given.document === undefined && html !== undefined
    if (isForeign) checkContentSize(given)
    const source = isForeign
      ? { html, ...(css === undefined ? {} : { css }) }
      : { document: { ...(await emailOf(parts, call, given)) } }
    const { files } = await parts.exports.create(
      call.caller,
      { ...source, format },
      { transact, signal: call.work.signal, isAwaited: true },
    )
    const [file] = files
    if (file === undefined) fail('EXPORT_FAILED')
    return { downloadUrl: file.url, expiresIn: limits.downloadLinkSeconds, format }
  } catch (error) {
    throw exportFailed(error)
  }
}

/** The production HTML and CSS, minified, with merge tags for the ESP. RENDER_TOO_LARGE. */
export async function compileEmail(parts: OutputDeps, call: Call, given: OfEmail): Promise<CompiledEmail> {
  const { html, css } = await renderEmailOf(parts, call, { given, data: 'none' })
  return { ...(await minify({ html, css }, parts.workers.forCaller(call.work))), minified: true }
}

// Minifying this much takes a few milliseconds, like dispatching it to a worker thread.
const smallPage = 32_768

async function minify(page: { html: string; css: string }, workers: Workers): Promise<{ html: string; css: string }> {
  if (page.html.length <= smallPage) return { html: minifyHtml(page.html), css: minifyCss(page.css) }
  try {
    return await workers.runWithin<{ html: string; css: string }>(limits.compactMs, 'minifyPage', page)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    return fail(
      'RENDER_TOO_LARGE',
      `Minifying its ${page.html.length} characters takes longer than ${limits.compactMs} ms.`,
    )
  }
}

/**
 * A public URL that shows the email for one hour, with its sample values or as a sample recipient gets it.
 * RECIPIENT_NOT_FOUND, RENDER_TOO_LARGE.
 */
export async function previewEmail(
  parts: OutputDeps,
  call: Call,
  { device = 'desktop', recipient: id, ...given }: PreviewEmail,
): Promise<PreviewedEmail> {
  const recipient = id === undefined ? undefined : (await loadSeenRecipient(parts.store, call.caller, id)).data
  const { html } = await renderEmailOf(parts, call, { given, data: 'sample', recipient })
  return { previewUrl: await parts.previews.create(html, device), expiresIn: limits.previewLinkSeconds }
}

/** Converts HTML to a document. Fails like an import. */
export async function importIntoEditor(
  parts: OutputDeps,
  call: Call,
  { document: printed, ...content }: ImportHtml,
): Promise<ImportedHtml> {
  const { assets, workers, store } = parts
  checkContentSize(content)
  const base = await emailOf(parts, call, printed === undefined ? {} : { document: printed })
  const { document, report } = await importForm(content, {
    // The editor's rendering contains CDN URLs as written in the document.
    ...importPlace(
      { workers, storeImage: assets.storeImage, cdnUrl: printed === undefined ? parts.cdnUrl : '' },
      call,
      base.meta.title,
    ),
    base,
    modules: await loadModules(store.read, call.caller.projectId, base),
  })
  return { document, warnings: report.warnings.map(({ code, message }) => ({ code, message })) }
}

async function renderEmailOf(
  parts: OutputDeps,
  call: Call,
  {
    given,
    data,
    recipient,
  }: { given: OfEmail; data: 'none' | 'sample'; recipient?: Record<string, unknown> | undefined },
): Promise<{ html: string; css: string }> {
  const document = await emailOf(parts, call, given)
  const modules = await loadModules(parts.store.read, call.caller.projectId, document)
  const workers = parts.workers.forCaller(call.work)
  const { cdnUrl, signImages } = parts
  const rendered = await renderTemplate({ document, modules, recipient }, { data, amp: 'never' }, { cdnUrl, workers })
  return withSignedImages(rendered, call.caller.projectId, signImages)
}

/** The email of the request body, with modules within the caller's reach; without one the last saved state. */
async function emailOf(
  { store, workers }: OutputDeps,
  { caller, session, work }: Call,
  given: OfEmail,
): Promise<EmailDocument> {
  if (given.document === undefined && given.html === undefined)
    return (await loadEmail(store.read, caller, session)).document
  if (given.document === undefined) checkContentSize(given)
  const { document: sent, html, css } = given
  const input = sent === undefined ? { html, css } : { document: sent }
  const content = await readContentApart(input, session.emailId, workers.forCaller(work))
  const document = content?.document ?? fail('DOCUMENT_INVALID')
  await checkModules(store.read, { caller, session }, document)
  return document
}

// Renderings, exports and previews show the modules of the document, so they are checked like in a save.
async function checkModules(db: Db, { caller, session }: Omit<Call, 'work'>, document: EmailDocument): Promise<void> {
  if (reachOf(caller) === undefined || moduleUsesIn(document.rows).length === 0) return
  const { templateId, document: before } = await loadEmail(db, caller, session)
  await requireModules(db, caller, document.rows, { templateId, before })
}
