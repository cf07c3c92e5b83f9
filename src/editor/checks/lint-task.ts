import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type ModuleFragment, type Operation, expandModules } from '../../email/document/index.ts'
import { type Lint, type MailType, fixAll, lintDocument, rules } from '../../email/lint/index.ts'

/** Input of a check; structured-cloneable. */
export interface LintWorkerTask {
  document: EmailDocument
  /** Content of the modules by `id version`. */
  modules: Readonly<Record<string, ModuleFragment>>
  type: MailType
  /** Prefix of URLs that begin with `/cdn/`. */
  cdnUrl: string
  /** Sizes of images that the canvas has loaded, in bytes by URL. */
  bytesOfImage: Readonly<Record<string, number>>
}

/** The findings, and for each ignored rule the message that it would report. */
export interface LintResult extends Lint {
  /** By name of the rule; ignored families have none. */
  whys: Readonly<Record<string, string>>
}

/** Pure computation. */
export function runLint({ document, modules, type, cdnUrl, bytesOfImage }: LintWorkerTask): LintResult {
  const { document: whole, findings } = expandModules(document, ({ id, version }) => modules[`${id} ${version}`])
  const imageBytes = (address: string) => (Object.hasOwn(bytesOfImage, address) ? bytesOfImage[address] : undefined)
  const silent = new Set(document.meta.ignoredRules)
  return {
    ...lintDocument(whole, { blocks: blockTypes, type, cdnUrl, findings, imageBytes }),
    whys: Object.fromEntries(rules.flatMap(({ id, why }) => (silent.has(id) ? [[id, why]] : []))),
  }
}

/** Operations that fix all fixable findings of a rule. */
export function fixAllFindings(task: LintWorkerTask, rule: string): Operation[] {
  const ofRule = (document: EmailDocument) => runLint({ ...task, document }).findings.filter(({ id }) => id === rule)
  return fixAll(task.document, blockTypes, ofRule).operations
}
