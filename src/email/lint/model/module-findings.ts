import { type ModuleFinding, type Node, instanceOf } from '../../document/index.ts'
import type { Warning } from '../../render/index.ts'
import type { NodeContext } from './node-contexts.ts'

/** What was found about an instance, and the node that represents it: itself where nothing could be put in, else its first row. */
export interface InstanceFinding {
  node: Node
  message: string
}

/** What was found under some codes while modules were put in. An instance that is no longer there has no findings. */
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
