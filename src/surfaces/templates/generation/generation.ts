/** Headless generation: renders a document with data. Nothing is stored. */
import { checkData } from '../../../email/data/index.ts'
import type { EmailDocument } from '../../../email/document/index.ts'
import type { RenderOptions } from '../../../email/render/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type Modules,
  type TemplateType,
  cleanDocumentApart,
  renderDocument,
  loadSendable,
  loadModules,
  loadTemplate,
  withCheckedAmp,
  withLint,
  type SignImageUrls,
  withSignedImages,
} from '../template/index.ts'
import type { GenerateEmail, GeneratedEmail } from './contract.ts'

export interface Generation {
  /** For `template_id` and for modules; a document without modules needs no storage. */
  db: Db
  cdnUrl: string
  workers: Workers
  documents: DocumentCache
  /** Undefined unless transformations require signed URLs. */
  signImages?: SignImageUrls | undefined
}

/**
 * Parsed documents, keyed by the object from the request body. A mailing sends the same document with other data thousands
 * of times, and the body reader then returns the same object. Shared between calls, therefore never changed.
 */
export type DocumentCache = WeakMap<object, EmailDocument>

/**
 * Renders the document of the body, or the template that it names, with its data. With `strict`: DATA_INVALID for data that
 * does not match the declared fields, LIQUID_INVALID for Liquid of authored HTML that cannot be rendered; without `strict`
 * both are warnings of the report.
 */
export async function generate(
  { db, cdnUrl, workers, documents, signImages }: Generation,
  caller: Caller,
  body: GenerateEmail,
): Promise<GeneratedEmail> {
  const { outputs = ['html', 'text'] } = body
  const data = body.data ?? {}
  const { document, modules, release } =
    body.template_id === undefined
      ? await sentContent(db, caller, await documentOf(body, documents, workers))
      : await storedContent(db, caller, body)
  const issues = checkData(document.fields, data)
  if (issues.length > 0 && body.strict === true) {
    fail('DATA_INVALID', { issues: issues.map(({ path, message }) => ({ path: `/data${path}`, message })) })
  }
  const options: RenderOptions = { data, target: 'data', outputs, cdnUrl, now: Date.now() }
  if (body.locale !== undefined) options.locale = body.locale
  const checked = await withCheckedAmp(await renderDocument(workers, document, options, modules), workers)
  const rendered = await withSignedImages(checked, caller.projectId, signImages)
  const { html, text, amp, subject, preheader, report } = rendered
  if (body.strict === true) refuseFailures(report)
  const email: GeneratedEmail = { report: issues.length === 0 ? report : withIssues(report, issues) }
  if (html !== undefined) email.html = html
  if (text !== undefined) email.text = text
  if (amp !== undefined) email.amp = amp
  if (subject !== undefined) email.subject = subject
  if (preheader !== undefined) email.preheader = preheader
  if (release !== undefined) email.release = release
  return body.lint === true ? addLint({ db, cdnUrl, workers }, caller, { body, document, modules, email }) : email
}

async function addLint(
  { db, cdnUrl, workers }: Omit<Generation, 'documents' | 'signImages'>,
  caller: Caller,
  made: { body: GenerateEmail; document: EmailDocument; modules: Modules; email: GeneratedEmail },
): Promise<GeneratedEmail> {
  const { body, document, email, modules } = made
  const { data, locale, template_id: id } = body
  const type = id === undefined ? undefined : ((await loadTemplate(db, caller, id)).type as TemplateType)
  const lintOptions = {
    modules,
    locale,
    cdnUrl,
    ...(type === undefined ? {} : { type }),
    ...(data === undefined ? {} : { data }),
  }
  return withLint(email, document, lintOptions, workers)
}

async function documentOf(body: GenerateEmail, documents: DocumentCache, workers: Workers): Promise<EmailDocument> {
  if (body.version !== undefined) {
    fail('VALIDATION_FAILED', { issues: [{ path: '/version', message: 'version requires template_id.' }] })
  }
  if (body.document === undefined) {
    fail('VALIDATION_FAILED', { issues: [{ path: '/document', message: 'Provide a document or a template_id.' }] })
  }
  const known = documents.get(body.document)
  if (known !== undefined) return known
  const document = await cleanDocumentApart(body.document, workers)
  documents.set(body.document, document)
  return document
}

async function sentContent(db: Db, { projectId }: Caller, document: EmailDocument) {
  return { document, modules: await loadModules(db, projectId, document), release: undefined }
}

function storedContent(db: Db, caller: Caller, { document, template_id = '', version }: GenerateEmail) {
  if (document !== undefined) {
    fail('VALIDATION_FAILED', {
      issues: [{ path: '/template_id', message: 'Provide either a document or a template_id, not both.' }],
    })
  }
  return loadSendable(db, caller, template_id, version)
}

function refuseFailures({ warnings }: GeneratedEmail['report']): void {
  const failed = warnings.filter(({ code }) => code === 'LIQUID_FAILED')
  if (failed.length === 0) return
  fail('LIQUID_INVALID', {
    issues: failed.map(({ message, node_id = '' }) => ({ path: '/document', message: `${node_id}: ${message}` })),
  })
}

function withIssues(report: GeneratedEmail['report'], issues: readonly Issue[]): GeneratedEmail['report'] {
  const warnings = issues.map(({ path, message }) => ({ code: 'DATA_INVALID', message: `/data${path}: ${message}` }))
  return { ...report, warnings: [...report.warnings, ...warnings] }
}

/** Fails with PAYLOAD_TOO_LARGE if the data alone exceeds `limits.dataBytes`. `bodyBytes` is the size of the whole body. */
export function checkDataSize(data: unknown, bodyBytes: number): void {
  if (bodyBytes <= limits.dataBytes || data === undefined) return
  const size = new TextEncoder().encode(JSON.stringify(data)).length
  if (size > limits.dataBytes) fail('PAYLOAD_TOO_LARGE', `data has ${size} bytes; the limit is ${limits.dataBytes}.`)
}
