import { blockImports } from '../../../../email/blocks/import.ts'
import { mjmlBlocks } from '../../../../email/blocks/mjml.ts'
import { blockTypes } from '../../../../email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../../../email/document/index.ts'
import {
  type ImportReport,
  type Imported,
  type ImageSizes,
  type ShownDocument,
  importDesign,
  importHtml,
  reimportHtml,
  reportUnknown,
} from '../../../../email/import/index.ts'
import { readMjml } from '../../../../email/mjml/index.ts'
import { type ErrorCode, type Issue, ServiceError } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { cleaners } from '../cleaning.ts'
import { documentOfHtml } from '../content.ts'

/** An email that is not a document; exactly one of html, mjml and design is set. */
export interface ImportTask {
  html?: string
  css?: string
  mjml?: string
  design?: unknown
  /** The stored document; `html` may be its own rendered HTML. */
  base?: EmailDocument
  /** `base` with its modules inserted. */
  shown?: ShownDocument
  /** Prefix of URLs that begin with `/cdn/` in HTML rendered by svc. */
  cdnUrl?: string
  images?: ImageSizes
  /** Default for emails without a title. */
  title: string
  /** Keeps the HTML as one block without recognizing its structure. */
  isKeptWhole?: boolean
}

/** A document ready to be stored, or the reason why there is none. Can be structured-cloned. */
export type ImportOutcome =
  | { document: EmailDocument; report: ImportReport }
  | { failure: { code: ErrorCode; detail?: string; issues?: Issue[] } }

/** Never throws; runs in a worker for all but the smallest emails. */
export function importEmail(task: ImportTask): ImportOutcome {
  try {
    if (task.isKeptWhole === true) return keepWhole(task, 'converting it to blocks takes too long.')
    const { html } = task
    if (html !== undefined && html.length > limits.importBlocksLength) return readLong({ ...task, html })
    return settle(task, readForm(task))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { apiCode: code, context } = error
    const { detail, issues } = context
    return {
      failure: { code, ...(detail === undefined ? {} : { detail }), ...(issues === undefined ? {} : { issues }) },
    }
  }
}

function readForm({ html, css, mjml, design, base, shown, cdnUrl, images }: ImportTask): Imported | undefined {
  if (mjml !== undefined) return readMjml(mjml, blockTypes, mjmlBlocks)
  if (html === undefined) return importDesign(design, blockImports)
  return importHtml(
    {
      html,
      ...(css === undefined ? {} : { css }),
      ...(base === undefined ? {} : { base }),
      ...(shown === undefined ? {} : { shown }),
      ...(cdnUrl === undefined ? {} : { cdnUrl }),
      ...(images === undefined ? {} : { images }),
    },
    blockTypes,
  )
}

function settle(task: ImportTask, imported: Imported | undefined): ImportOutcome {
  if (imported === undefined) return { failure: { code: 'DESIGN_UNKNOWN', issues: [reportUnknown(task.design)] } }
  const { report } = imported
  const read = readDocument(titled(imported.document, task.title), blockTypes, cleaners)
  if ('document' in read) return { document: read.document, report }
  const member = task.html === undefined ? (task.mjml === undefined ? '/design' : '/mjml') : '/html'
  if (task.html === undefined)
    return {
      failure: {
        code: read.isTooLarge === true ? 'DOCUMENT_TOO_LARGE' : 'DOCUMENT_INVALID',
        issues: read.issues.map((issue) => ({ ...issue, path: member })),
      },
    }
  // Beyond the limits of a document, such as its number of nodes.
  return keepWhole(task, read.issues[0]?.message ?? '', report.source)
}

/** Long HTML: unless svc rendered it, it is kept as one block, because converting it takes longer than a caller waits. */
function readLong(task: ImportTask & { html: string }): ImportOutcome {
  const own = reimportHtml(task, blockTypes)
  if (own !== undefined) return settle(task, own)
  return keepWhole(task, `it has ${task.html.length} characters, and up to ${limits.importBlocksLength} become blocks.`)
}

function keepWhole(task: ImportTask, because: string, source: ImportReport['source'] = 'html'): ImportOutcome {
  const warning = { code: 'KEPT_WHOLE', message: `The whole email is kept as HTML: ${because}` }
  const kept = { native_share: 0, words_kept: 1, links_kept: 1, images_kept: 1 }
  return {
    document: documentOfHtml(task.html ?? '', task.css, task.title),
    report: { source, ...kept, warnings: [warning] },
  }
}

function titled(document: Record<string, unknown>, title: string): Record<string, unknown> {
  const meta = document['meta'] as { title?: string } | undefined
  return meta?.title ? document : { ...document, meta: { ...meta, title } }
}
