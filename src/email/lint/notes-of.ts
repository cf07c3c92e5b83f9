import type { Warning } from '../render/index.ts'
import type { LintContext } from './context.ts'
import type { RuleFinding } from './rule.ts'

/** Warnings with the given codes from the rendering for the ESP, with their nodes. */
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
