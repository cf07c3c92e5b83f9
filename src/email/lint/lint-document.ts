import { type EmailDocument, instanceOf } from '../document/index.ts'
import { type LintContext, type LintOptions, createContext } from './context.ts'
import type { NodeContext } from './model/node-contexts.ts'
import type { Finding, Fix, RuleFinding, Rule, Severity } from './rule.ts'
import { rules } from './rules/list.ts'

/** How many there are of each severity, all of them counted. */
export interface LintSummary {
  errors: number
  warnings: number
  hints: number
  /** Findings beyond those that are listed. */
  omitted: number
}

export interface Lint {
  /** Errors before warnings before hints; within each in the order of the document. */
  findings: Finding[]
  summary: LintSummary
}

/** Findings of one rule, and of all, that are listed; what lies beyond is counted only. */
const maxOfOne = 50
const maxOfAll = 500

const rank: Record<Severity, number> = { error: 0, warning: 1, hint: 2 }
const counted = { error: 'errors', warning: 'warnings', hint: 'hints' } as const

/**
 * Looks a valid, canonical document over, modules put in. The same document and options give the same findings in the same
 * order. Never throws on a document that readDocument gave.
 */
export function lintDocument(document: EmailDocument, options: LintOptions): Lint {
  const context = createContext(document, options)
  const ignored = new Set([...(options.ignore ?? []), ...(document.meta.ignoredRules ?? [])])
  const order = new Map(context.nodeContexts.map((nodeContext, index) => [nodeContext.node.id, { nodeContext, index }]))
  const summary: LintSummary = { errors: 0, warnings: 0, hints: 0, omitted: 0 }
  const all: { finding: Finding; at: number }[] = []
  for (const rule of rules) {
    if (ignored.has(rule.id) || ignored.has(familyOf(rule))) continue
    let count = 0
    for (const found of check(rule, context)) {
      summary[counted[rule.severity]]++
      if (++count > maxOfOne) summary.omitted++
      else {
        const place = found.node === undefined ? undefined : order.get(found.node.id)
        all.push({ finding: present(rule, found, place?.nodeContext), at: place?.index ?? -1 })
      }
    }
  }
  // Sorting is stable, so findings at one place keep the order of the rules.
  all.sort((a, b) => rank[a.finding.severity] - rank[b.finding.severity] || a.at - b.at)
  summary.omitted += Math.max(0, all.length - maxOfAll)
  return { findings: all.slice(0, maxOfAll).map(({ finding }) => finding), summary }
}

/** The part of a rule's id before the dot. */
export function familyOf({ id }: Pick<Rule, 'id'>): string {
  return id.slice(0, id.indexOf('.'))
}

// Rules speak of renderings; a block that a loop or a dark twin renders twice is wrong once.
function* check(rule: Rule, context: LintContext): Generator<RuleFinding> {
  let seen: Set<string> | undefined
  for (const found of rule.check(context)) {
    const key = `${found.node?.id ?? ''} ${found.prop ?? ''} ${found.message}`
    if (seen?.has(key) === true) continue
    // Most rules find nothing.
    ;(seen ??= new Set()).add(key)
    yield found
  }
}

// What is inside a module is said of the instance: the document has no other, and no operation reaches further.
function present(rule: Rule, { node, prop, message, fix }: RuleFinding, nodeContext: NodeContext | undefined): Finding {
  const { id, severity, why, remedy, doc } = rule
  const nodeId = node === undefined ? undefined : instanceOf(node.id)
  const isInside = nodeId !== node?.id
  const finding: Finding = { id, severity, message, why, remedy }
  if (nodeId !== undefined) finding.node_id = nodeId
  if (prop !== undefined && !isInside) finding.prop = prop
  if (doc !== undefined) finding.doc_url = doc
  if (fix !== undefined && !isInside && mayApply(fix, nodeContext)) finding.fix = fix
  return finding
}

// The server refuses what a lock forbids, so it is not offered.
function mayApply({ operations }: Fix, nodeContext: NodeContext | undefined): boolean {
  if (operations.length === 0) return false
  if (nodeContext === undefined) return true
  return ![...nodeContext.above, nodeContext.node].some(
    ({ lock }) => lock?.content !== undefined || lock?.style || lock?.remove,
  )
}
