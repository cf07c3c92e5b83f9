/** Reading content in a thread, where it is large enough to keep the event loop waiting. */
import type { EmailDocument } from '../../../email/document/index.ts'
import { type ErrorCode, type Issue, ServiceError, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'
import { type Weight, tooComplex, weigh } from './cleaning.ts'
import { noteQuickToRender } from './rendering/render-in-thread.ts'
import { type Content, type ContentInput, checkContentForms, cleanDocument, readContent } from './content.ts'

/** Content to be read by the task `readContent`. */
export interface ReadContentTask {
  input: ContentInput
  title: string
}

/** What became of it; fit for structured cloning. */
export type ReadContentOutcome =
  { content: Content | undefined } | { failure: { code: ErrorCode; detail?: string; issues?: Issue[] } }

/** Reads content at once; what the task does in a thread. Throws what is no failure of the request. */
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

/** As `readContent`, in a thread where it is large; DOCUMENT_INVALID where that takes longer than `limits.cleanMs`. */
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

/** As `cleanDocument`, in a thread where the document is large. */
export async function cleanDocumentApart(document: Record<string, unknown>, workers: Workers): Promise<EmailDocument> {
  const weight = weighInput(document)
  if (isQuick(weight)) {
    const cleaned = cleanDocument(document)
    // What is so small is not weighed again before it is rendered: ids and defaults make it a few times as long.
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
