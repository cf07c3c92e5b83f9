/** Parses content in a worker thread if it is large enough to block the event loop. */
import type { EmailDocument } from '../../../email/document/index.ts'
import { type ErrorCode, type Issue, ServiceError, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'
import { type Weight, tooComplex, weigh } from './cleaning.ts'
import { noteQuickToRender } from './rendering/render-in-thread.ts'
import { type Content, type ContentInput, checkContentForms, cleanDocument, readContent } from './content.ts'

/** Input of the worker task `readContent`. */
export interface ReadContentTask {
  input: ContentInput
  title: string
}

/** Can be structured-cloned. */
export type ReadContentOutcome =
  { content: Content | undefined } | { failure: { code: ErrorCode; detail?: string; issues?: Issue[] } }

/** Parses inline; also the implementation of the worker task. Throws errors that are not failures of the request. */
export function readContentNow({ input, title }: ReadContentTask): ReadContentOutcome {
  try {
    return { content: readContent(input, title) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { detail, issues } = error.context
    return {
      failure: {
        code: error.apiCode,
        ...(detail === undefined ? {} : { detail }),
        ...(issues === undefined ? {} : { issues }),
      },
    }
  }
}

/** Like `readContent`, in a worker thread for large content; DOCUMENT_INVALID if that takes longer than `limits.cleanMs`. */
export async function readContentApart(
  input: ContentInput,
  title: string,
  workers: Workers,
): Promise<Content | undefined> {
  checkContentForms(input)
  if (isQuick(weighInput(input))) return readContent(input, title)
  const outcome = await run({ input, title }, workers)
  if ('content' in outcome) return outcome.content
  const { code, detail, issues } = outcome.failure
  fail(code, { ...(detail === undefined ? {} : { detail }), ...(issues === undefined ? {} : { issues }) })
}

/** Like `cleanDocument`, in a worker thread for large documents. */
export async function cleanDocumentApart(document: Record<string, unknown>, workers: Workers): Promise<EmailDocument> {
  const weight = weighInput(document)
  if (isQuick(weight)) {
    const cleaned = cleanDocument(document)
    // Small enough not to be weighed again before rendering: ids and defaults only multiply the size a few times.
    if (weight.total < limits.readInlineLength / 16) noteQuickToRender(cleaned)
    return cleaned
  }
  const content = await readContentApart({ document }, '', workers)
  return content?.document ?? fail('DOCUMENT_INVALID')
}

const weighInput = (value: unknown): Weight => weigh(value, limits.readInlineLength)

function isQuick({ markup, total }: Weight): boolean {
  return markup <= limits.cleanInlineLength && total < limits.readInlineLength
}

async function run(task: ReadContentTask, workers: Workers): Promise<ReadContentOutcome> {
  try {
    return await workers.runWithin<ReadContentOutcome>(limits.cleanMs, 'readContent', task)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    const path = task.input.html === undefined ? '/document' : '/html'
    return { failure: { code: 'DOCUMENT_INVALID', issues: [{ path, message: tooComplex }] } }
  }
}
