import type { Warning } from '../render/index.ts'
import type { LintContext } from './context.ts'
import type { RuleFinding } from './rule.ts'

/** What the rendering in an ESP's words noted under some codes, each with its node. */
export function* notesOf(
  { inProvider, nodeContexts, title }: LintContext,
  codes: readonly Warning['code'][],
): Generator<RuleFinding> {
  const wanted = new Set<string>(codes)
  for (const { code, message, node_id } of inProvider?.notes ?? []) {
    if (!wanted.has(code)) continue
    const node =
      node_id === undefined ? undefined : nodeContexts.find((nodeContext) => nodeContext.node.id === node_id)?.node
    yield { node, message: `${title(node)}: ${message}` }
  }
}
