import { type EmailDocument, type Node, walkNodes } from '../../document/index.ts'
import type { ImportWarnings } from '../report.ts'

/** Says which instances of modules, conditions and loops of the stored document nothing is left of among the nodes kept. */
export function warnOfGone(stored: EmailDocument, kept: Iterable<Node>, warnings: ImportWarnings): void {
  const there = new Map([...kept].map((node) => [node.id, node]))
  for (const { node } of walkNodes(stored)) {
    const now = there.get(node.id)
    const what =
      node.type === 'module' && now === undefined
        ? 'an instance of a module'
        : node.when !== undefined && now?.when === undefined
          ? 'a condition'
          : node.each !== undefined && now?.each === undefined
            ? 'a loop'
            : undefined
    if (what === undefined || warnings.list.some((one) => one.node_id === node.id)) continue
    warnings.add('NOT_IN_HTML', `${node.name ?? node.id} had ${what}; the new HTML does not.`, { node: node.id })
  }
}
