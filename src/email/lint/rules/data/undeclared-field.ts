import type { FieldDeclaration } from '../../../data/index.ts'
import { settingsFix } from '../../fix/change.ts'
import { type UndeclaredField, findUndeclaredFields } from '../../model/fields.ts'
import { defineRule } from '../../rule.ts'
import type { TagUse } from '../../model/values.ts'

const maxNamed = 6

export const undeclaredField = defineRule({
  id: 'data.undeclared-field',
  severity: 'warning',
  why: 'The data is not checked for it, and the preview has no value to show.',
  remedy: 'Declare the field with type, sample, and a default or as required.',
  *check(context) {
    const { fields } = context.document
    const undeclared = new Map<string, UndeclaredField>()
    for (const field of findUndeclaredFields(context)) {
      const { meant, resolved } = field
      if (meant === undefined && !undeclared.has(resolved.path)) undeclared.set(resolved.path, field)
    }
    // Members of a list or object are declared with it, and an object is declared by its members.
    const paths = [...undeclared.keys()]
    const lists = new Set(context.nodeContexts.flatMap(({ loops }) => loops.map((loop) => loop.in)))
    const missing = [...undeclared].flatMap(([path, { use }]) =>
      path.includes('*') || paths.some((other) => other.startsWith(`${path}.`) && !other.includes('*'))
        ? []
        : [lists.has(path) ? { path, type: 'list' as const, sample: [] } : declarationFor(path, use)],
    )
    if (fields.length === 0 && missing.length > 1) {
      const names = missing.map(({ path }) => path)
      const message = `The email declares none of its ${names.length} fields: ${listed(names)}.`
      yield { prop: 'fields', message, fix: settingsFix('Declare them', { fields: missing }) }
      return
    }
    for (const [path, { use }] of undeclared) {
      const node = use.nodeContext?.node
      const subject = context.title(node)
      const declaration = missing.find((one) => one.path === path)
      const fix = declaration && settingsFix('Declare the field', { fields: [...fields, declaration] })
      yield { node, prop: use.prop, message: `${subject}: the field ${use.tag.path} is not declared.`, fix }
    }
  },
})

function listed(names: readonly string[]): string {
  const rest = names.length - maxNamed
  return names.slice(0, maxNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function declarationFor(path: string, { kind }: TagUse): FieldDeclaration {
  if (kind === 'address') return { path, type: 'url', sample: 'https://example.com/', default: 'https://example.com/' }
  return { path, type: 'string', sample: path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' '), default: '' }
}
