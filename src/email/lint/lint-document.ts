import { type EmailDocument, instanceOf } from '../document/index.ts'
import { type LintContext, type LintOptions, createContext } from './context.ts'
import type { NodeContext } from './model/node-contexts.ts'
import type { Finding, Fix, RuleFinding, Rule, Severity } from './rule.ts'
import { rules } from './rules/list.ts'

/** Number of findings by severity, including omitted ones. */
export interface LintSummary {
  errors: number
  warnings: number
  hints: number
  /** Number of findings that are counted but not listed. */
  omitted: number
}

export interface Lint {
  /** Errors before warnings before hints; within each in document order. */
  findings: Finding[]
  summary: LintSummary
}

/** Maximum number of listed findings per rule and in total; further ones are only counted. */
const maxOfOne = 50
const maxOfAll = 500

const rank: Record<Severity, number> = { error: 0, warning: 1, hint: 2 }
const counted = { error: 'errors', warning: 'warnings', hint: 'hints' } as const

/**
 * Lints a valid, canonical document with its modules expanded. Deterministic. Never throws on a document returned by
 * readDocument.
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
  // Sorting is stable, so findings at one position keep the order of the rules.
  all.sort((a, b) => rank[a.finding.severity] - rank[b.finding.severity] || a.at - b.at)
  summary.omitted += Math.max(0, all.length - maxOfAll)
  return { findings: all.slice(0, maxOfAll).map(({ finding }) => finding), summary }
}

/** The part of a rule's id before the dot. */
export function familyOf({ id }: Pick<Rule, 'id'>): string {
  return id.slice(0, id.indexOf('.'))
}

// Rules inspect renderings; a block rendered twice, by a loop or a dark mode twin, has one finding.
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

// Findings inside a module are reported for its instance: that is the only node of the document that operations can change.
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

// The server rejects changes that a lock forbids, so their fixes are not offered.
function mayApply({ operations }: Fix, nodeContext: NodeContext | undefined): boolean {
  if (operations.length === 0) return false
  if (nodeContext === undefined) return true
  return ![...nodeContext.above, nodeContext.node].some(
    ({ lock }) => lock?.content !== undefined || lock?.style || lock?.remove,
  )
}
