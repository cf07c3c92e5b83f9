import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type ModuleFragment, type Operation, expandModules } from '../../email/document/index.ts'
import { type Lint, type MailType, fixAll, lintDocument, rules } from '../../email/lint/index.ts'

/** What is looked over, fit to be sent to a worker. */
export interface LintWorkerTask {
  document: EmailDocument
  /** What its modules mean, by `id version`. */
  modules: Readonly<Record<string, ModuleFragment>>
  type: MailType
  /** Precedes addresses that begin with `/cdn/`. */
  cdnUrl: string
  /** Bytes of the images that the canvas has loaded, by their address. */
  bytesOfImage: Readonly<Record<string, number>>
}

/** What was found, and why each rule that the document silences would have spoken. */
export interface LintResult extends Lint {
  /** By name of the rule; of a family there is no one reason. */
  whys: Readonly<Record<string, string>>
}

/** Looks an email over; pure work for the processor. */
export function look({ document, modules, type, cdnUrl, bytesOfImage }: LintWorkerTask): LintResult {
  const { document: whole, findings } = expandModules(document, ({ id, version }) => modules[`${id} ${version}`])
  const imageBytes = (address: string) => (Object.hasOwn(bytesOfImage, address) ? bytesOfImage[address] : undefined)
  const silent = new Set(document.meta.ignoredRules)
  return {
    ...lintDocument(whole, { blocks: blockTypes, type, cdnUrl, findings, imageBytes }),
    whys: Object.fromEntries(rules.flatMap(({ id, why }) => (silent.has(id) ? [[id, why]] : []))),
  }
}

/** The operations that settle all findings of one rule that have a fix. */
export function fixAllFindings(task: LintWorkerTask, rule: string): Operation[] {
  const ofRule = (document: EmailDocument) => look({ ...task, document }).findings.filter(({ id }) => id === rule)
  return fixAll(task.document, blockTypes, ofRule).operations
}
