import { type ModuleFinding, type Node, instanceOf } from '../../document/index.ts'
import type { Warning } from '../../render/index.ts'
import type { NodeContext } from './node-contexts.ts'

/**
 * A finding of module expansion, and the node that represents the instance: the instance itself if it was not expanded,
 * otherwise its first row.
 */
export interface InstanceFinding {
  node: Node
  message: string
}

/** Findings of module expansion with the given codes. Skips instances that no longer exist. */
export function* moduleFindings(
  { options, nodeContexts }: { options: { findings?: readonly Warning[] }; nodeContexts: readonly NodeContext[] },
  codes: readonly ModuleFinding['code'][],
): Generator<InstanceFinding> {
  const wanted = new Set<string>(codes)
  for (const { code, message, node_id } of options.findings ?? []) {
    if (!wanted.has(code)) continue
    const nodeContext = nodeContexts.find(({ node }) => instanceOf(node.id) === node_id)
    if (nodeContext !== undefined) yield { node: nodeContext.node, message }
  }
}
