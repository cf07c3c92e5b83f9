/** Finishes the AMP part of a rendering: the official validator checks it if the email has one. */
import { type AmpFinding, type Rendered, type Warning, hasAmpContent } from '../../../../email/render/index.ts'
import type { EmailDocument } from '../../../../email/document/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../../platform/jobs/index.ts'
import { expandDocument } from './expand-document.ts'
import type { Modules } from '../modules/modules.ts'

/** True if the email, with its modules inserted, has content that only AMP shows. */
export function wantsAmp(document: EmailDocument, modules?: Modules): boolean {
  return hasAmpContent(modules === undefined ? document : expandDocument(document, modules).document)
}

/**
 * Validates the AMP part in a worker thread and adds the findings to the warnings; a rendering without AMP is returned
 * unchanged.
 */
export async function withCheckedAmp(rendered: Rendered, workers: Pick<Workers, 'runWithin'>): Promise<Rendered> {
  const { ampToCheck, ...rest } = rendered
  if (ampToCheck === undefined) return rendered
  const warnings = await checkAmp(ampToCheck, workers)
  const { report } = rendered
  return { ...rest, report: { ...report, warnings: [...report.warnings, ...warnings] } }
}

async function checkAmp(
  toCheck: NonNullable<Rendered['ampToCheck']>,
  workers: Pick<Workers, 'runWithin'>,
): Promise<Warning[]> {
  try {
    const findings = await workers.runWithin<AmpFinding[]>(limits.ampCheckMs, 'validateAmp', toCheck)
    return findings.map(({ message, node_id, severity }) => ({
      code: severity === 'error' ? 'AMP_INVALID' : 'AMP_DEPRECATED',
      ...(node_id === undefined ? {} : { node_id }),
      message,
    }))
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    return [{ code: 'AMP_INVALID', message: `The validator did not finish within ${limits.ampCheckMs} ms.` }]
  }
}
