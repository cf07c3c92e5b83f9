import type { LintContext } from '../../context.ts'
import { declaredIn, isGiven, resolve } from '../../model/fields.ts'
import { type TagUse, pathsOf } from '../../model/values.ts'
import { defineRule } from '../../rule.ts'

/** Merge tags that leave a gap for somebody. */
export const noFallback = defineRule({
  id: 'data.no-fallback',
  severity: 'warning',
  why: 'Whoever has no such value reads “Dear ,” or presses a link without an address.',
  remedy:
    'Give the tag or the field a default, mark the field as required, or show the text only where there is a value.',
  *check(context) {
    const declared = declaredIn(context.document)
    const seen = new Set<string>()
    for (const use of context.values.tags) {
      const { kind, nodeContext, tag } = use
      if (kind === 'logic' || tag.fallback !== undefined || isGiven(tag.path)) continue
      const { path, list } = resolve(use)
      if (list !== '' || path.includes('*')) continue
      const field = declared.of(path)
      // A field that represents a part of an object is that object’s business.
      if (field === undefined || field.default !== undefined || field.required === true || isGuarded(use)) continue
      const key = `${nodeContext?.node.id ?? ''} ${path}`
      if (seen.has(key)) continue
      seen.add(key)
      const subject = context.title(nodeContext?.node)
      yield {
        node: nodeContext?.node,
        prop: use.prop,
        message: `${subject}: ${path} may have no value, and nothing stands in for it.`,
        fix: requireFix(context, path),
      }
    }
  },
})

function requireFix({ document: { fields } }: LintContext, path: string) {
  const changed = fields.map((field) => (field.path === path ? { ...field, required: true } : field))
  return { label: 'Require the field', operations: [{ op: 'settings' as const, props: { fields: changed } }] }
}

function isGuarded({ nodeContext, tag }: TagUse): boolean {
  if (nodeContext === undefined) return false
  return [...nodeContext.above, nodeContext.node].some(
    ({ when }) =>
      when !== undefined && pathsOf(when).some((path) => path === tag.path || tag.path.startsWith(`${path}.`)),
  )
}
