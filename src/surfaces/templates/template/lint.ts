/** Lints a template with its modules, in a language; in a worker thread if it is large. */
import { blockTypes } from '../../../email/blocks/index.ts'
import { type EmailDocument, countNodes } from '../../../email/document/index.ts'
import { ProviderLanguage, adaptPage, missingIn, providers } from '../../../email/esp/index.ts'
import { type Lint, type MailProvider, type MailType, lintDocument } from '../../../email/lint/index.ts'
import type { Warning } from '../../../email/render/index.ts'
import { cleanAmpCss, cleanAmpHtml } from '../../../email/sanitize/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'
import { cleaners } from './cleaning.ts'
import { sizeOf } from './content.ts'
import type { RenderReport } from './contract.ts'
import { expandDocument } from './rendering/expand-document.ts'
import type { Modules } from './modules/modules.ts'

/** Input of the worker task; can be structured-cloned. */
export interface LintTask {
  document: EmailDocument
  type?: MailType
  cdnUrl?: string
  ignore?: readonly string[]
  /** Id of the target ESP. */
  provider?: string | undefined
  /** Recipient data for size measurements; defaults to the samples. */
  data?: unknown
  findings?: readonly Warning[]
  /** Bytes of images, by URL as rendered. */
  imageBytes?: Readonly<Record<string, number>>
}

export interface LintOptions {
  modules: Modules
  type?: MailType
  locale?: string | undefined
  cdnUrl: string
  ignore?: readonly string[]
  provider?: string | undefined
  data?: unknown
  imageBytes?: Readonly<Record<string, number>>
}

/** Up to this size lint takes a few milliseconds; a larger document would block the event loop. */
const quick = { nodes: 150, bytes: 64 * 1024 }

/** Lints a document with its modules inserted; synchronous and CPU-bound. */
export function lintNow({ document, imageBytes = {}, provider, ...options }: LintTask): Lint {
  const bytesOf = (address: string) => (Object.hasOwn(imageBytes, address) ? imageBytes[address] : undefined)
  return lintDocument(document, {
    ...options,
    ...cleaners,
    cleanAmpHtml,
    cleanAmpCss,
    blocks: blockTypes,
    imageBytes: bytesOf,
    ...providerOf(provider),
  })
}

function providerOf(id: string | undefined): { provider?: MailProvider } {
  const provider = id === undefined ? undefined : providers.get(id)
  if (provider === undefined) return {}
  return {
    provider: {
      name: provider.name,
      takesAmp: provider.amp !== undefined,
      language: new ProviderLanguage(provider),
      missing: (html) => missingIn(adaptPage(html, provider), provider),
    },
  }
}

/**
 * Lints a document as it would be sent. Findings in a translation have no fixes, because a fix would change the source
 * language.
 */
export async function lintTemplate(
  document: EmailDocument,
  { modules, locale, ...options }: LintOptions,
  workers: Workers,
): Promise<Lint> {
  const { document: whole, findings } = expandDocument(document, modules, locale)
  const task: LintTask = { document: whole, findings, ...options }
  const isQuick = countNodes(whole) <= quick.nodes && sizeOf(whole) <= quick.bytes
  const lint = isQuick ? lintNow(task) : await lintApart(task, workers)
  if (locale === undefined || document.translations === undefined) return lint
  return { ...lint, findings: lint.findings.map(({ fix: _fix, ...finding }) => finding) }
}

async function lintApart(task: LintTask, workers: Workers): Promise<Lint> {
  try {
    return await workers.runWithin<Lint>(limits.lintMs, 'lintEmail', task)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    return fail('RENDER_TOO_LARGE', `Linting the email takes longer than ${limits.lintMs} ms.`)
  }
}

/** Adds a lint summary to the report. */
export async function withLint<Result extends { report: RenderReport }>(
  rendered: Result,
  document: EmailDocument,
  lintOptions: LintOptions,
  workers: Workers,
): Promise<Result> {
  const { summary } = await lintTemplate(document, lintOptions, workers)
  return { ...rendered, report: { ...rendered.report, lint: summary } }
}
