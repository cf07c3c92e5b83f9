import type { LintContext } from '../../context.ts'
import { declaredIn, isGiven, resolve } from '../../model/fields.ts'
import { type TagUse, pathsOf } from '../../model/values.ts'
import { defineRule } from '../../rule.ts'

/** Merge tags without a value for some recipients. */
export const noFallback = defineRule({
  id: 'data.no-fallback',
  severity: 'warning',
  why: 'Recipients without the value read “Dear ,” or get a link without a URL.',
  remedy: 'Add a default to the tag or field, mark the field as required, or show the text only if there is a value.',
  *check(context) {
    const declared = declaredIn(context.document)
    const seen = new Set<string>()
    for (const use of context.values.tags) {
      const { kind, nodeContext, tag } = use
      if (kind === 'logic' || tag.fallback !== undefined || isGiven(tag.path)) continue
      const { path, list } = resolve(use)
      if (list !== '' || path.includes('*')) continue
      const field = declared.of(path)
      // For members of an object, the declaration of the object applies.
      if (field === undefined || field.default !== undefined || field.required === true || isGuarded(use)) continue
      const key = `${nodeContext?.node.id ?? ''} ${path}`
      if (seen.has(key)) continue
      seen.add(key)
      const subject = context.title(nodeContext?.node)
      yield {
        node: nodeContext?.node,
        prop: use.prop,
        message: `${subject}: ${path} may be empty and has no fallback.`,
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
