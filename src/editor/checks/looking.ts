import { blockTypes } from '../../engines/blocks/index.ts'
import {
  type EmailDocument,
  type ModuleFragment,
  type Operation,
  applyOperations,
  expandModules,
} from '../../engines/document/index.ts'
import { type Lint, type MailType, lintDocument, rules } from '../../engines/lint/index.ts'

/** What is looked over, fit to be sent to a worker. */
export interface LookTask {
  document: EmailDocument
  /** What its modules mean, by `id version`. */
  modules: Readonly<Record<string, ModuleFragment>>
  type: MailType
  /** Stands before addresses that begin with `/cdn/`. */
  cdnUrl: string
  /** Bytes of the pictures that the canvas has loaded, by their address. */
  pictureBytes: Readonly<Record<string, number>>
}

/** What was found, and why each rule that the document silences would have spoken. */
export interface Looked extends Lint {
  /** By name of the rule; of a family there is no one reason. */
  whys: Readonly<Record<string, string>>
}

/** Looks an email over; pure work for the processor. */
export function look({ document, modules, type, cdnUrl, pictureBytes }: LookTask): Looked {
  const { document: whole, findings } = expandModules(document, ({ id, version }) => modules[`${id} ${version}`])
  const imageBytes = (address: string) => (Object.hasOwn(pictureBytes, address) ? pictureBytes[address] : undefined)
  const silent = new Set(document.meta.ignoredRules)
  return {
    ...lintDocument(whole, { blocks: blockTypes, type, cdnUrl, findings, imageBytes }),
    whys: Object.fromEntries(rules.flatMap(({ id, why }) => (silent.has(id) ? [[id, why]] : []))),
  }
}

/** Rounds of looking and mending before what is left is left to people. */
const mostRounds = 20

/**
 * The operations that settle all findings of one rule that have a fix, each made on what those before it leave: two that write
 * the same property, as two tags in one block of HTML do, would undo each other.
 */
export function mendAll(task: LookTask, rule: string): Operation[] {
  const mended: Operation[] = []
  let { document } = task
  for (let round = 0; round < mostRounds; round++) {
    const fixes = look({ ...task, document }).findings.flatMap(({ id, fix }) =>
      id === rule && fix !== undefined ? [fix.operations] : [],
    )
    const before = mended.length
    const touched = new Set<string>()
    for (const operations of fixes) {
      const places = operations.flatMap(placesOf)
      if (places.some((place) => touched.has(place))) continue
      const applied = applyOperations(document, operations, blockTypes)
      if ('issues' in applied) continue
      for (const place of places) touched.add(place)
      document = applied.document
      mended.push(...operations)
    }
    if (mended.length === before) break
  }
  return mended
}

// What an operation writes. One that adds, moves or removes is alone in its round with whatever it names.
function placesOf(operation: Operation): string[] {
  if (operation.op === 'settings') return Object.keys(operation.props).map((key) => `settings ${key}`)
  if (operation.op === 'set') return Object.keys(operation.props).map((key) => `${operation.id} ${key}`)
  return [operation.op === 'insert' ? `inside ${operation.parent}` : operation.id]
}
