import { cleanCustomCss } from '../../../email/sanitize/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'
import type { CleanedEditorCss } from './contract.ts'

// Sanitizing this much takes a few milliseconds, like dispatching it to a worker thread.
const smallSheet = 8 * 1024

/**
 * Sanitizes the host's style sheet for the editor; in a worker thread unless it is small. VALIDATION_FAILED above
 * `limits.customCssBytes`, and if sanitizing takes too long.
 */
export async function cleanEditorCss(css: string, workers: Workers): Promise<CleanedEditorCss> {
  if (new TextEncoder().encode(css).length > limits.customCssBytes) refuse(`at most ${limits.customCssBytes} bytes`)
  if (css.length <= smallSheet) return cleanCustomCss(css)
  try {
    return await workers.runWithin<CleanedEditorCss>(limits.customCssMs, 'cleanCustomCss', css)
  } catch (error) {
    if (error instanceof TaskTimeout) refuse('too complex to process in time; simplify it')
    throw error
  }
}

function refuse(message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path: '/css', message }] })
}
