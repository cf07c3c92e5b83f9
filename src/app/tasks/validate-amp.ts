import { runInThisContext } from 'node:vm'
import {
  type AmpFinding,
  type AmpToCheck,
  findTooDeep,
  nodeAtPosition,
  readMarkedAmp,
} from '../../email/render/index.ts'
import { readAmpValidator } from './embedded.ts'

/** The used part of the official validator. */
interface Validator {
  init(): Promise<void>
  validateString(html: string, format: 'AMP4EMAIL'): { errors: ValidatorError[] }
  renderErrorMessage(error: ValidatorError): string
}

interface ValidatorError {
  severity: 'ERROR' | 'WARNING'
  /** From 1. */
  line: number
  /** In code points from 0. */
  col: number
  code: string
  specUrl: string
}

const maxFindings = 50

let validator: Promise<Validator> | undefined

/**
 * Validates an AMP part with the official validator of the AMP Project, and assigns findings to nodes; empty if it is valid.
 */
export async function validateAmp(input: AmpToCheck): Promise<AmpFinding[]> {
  const checked = readMarkedAmp(input)
  const tooDeep = findTooDeep(checked)
  if (tooDeep !== undefined) return [tooDeep]
  const loaded = await (validator ??= loadValidator())
  const errors = read(checked.text, loaded)
  if (errors === undefined) return [unreadable]
  const { renderErrorMessage } = loaded
  return errors.slice(0, maxFindings).map((error) => {
    const nodeId = nodeAtPosition(checked, error.line, error.col)
    return {
      id: `amp-${error.code.toLowerCase().replaceAll('_', '-')}`,
      severity: error.severity === 'ERROR' ? 'error' : 'warning',
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      message: renderErrorMessage(error),
      ...(error.specUrl ? { doc_url: error.specUrl } : {}),
    }
  })
}

const unreadable: AmpFinding = {
  id: 'amp-unreadable',
  severity: 'error',
  message: 'The validator cannot read it: it is too large or has too many mistakes.',
}

// The validator is unusable after it ran out of memory; the next part gets a new one.
function read(text: string, { validateString }: Validator): ValidatorError[] | undefined {
  try {
    return validateString(text, 'AMP4EMAIL').errors
  } catch {
    validator = undefined
    return undefined
  }
}

// A third-party script: it sets a global that nothing else in the thread reads.
async function loadValidator(): Promise<Validator> {
  const source = new TextDecoder().decode(await readAmpValidator())
  // It captures the console, and would write its errors between log entries.
  const { error, warn } = console
  const quiet = () => undefined
  Object.assign(console, { error: quiet, warn: quiet })
  try {
    runInThisContext(source)
    const { amp } = globalThis as { amp?: { validator: Validator } }
    if (amp === undefined) throw new Error('The AMP validator did not load.')
    await amp.validator.init()
    return amp.validator
  } finally {
    Object.assign(console, { error, warn })
  }
}
