import type { FieldDeclaration } from '../../../data/index.ts'
import { settingsFix } from '../../fix/change.ts'
import { strangersOf } from '../../model/fields.ts'
import { defineRule } from '../../rule.ts'
import type { TagUse } from '../../model/values.ts'

/** Merge tags that the document does not declare. */
export const undeclaredField = defineRule({
  id: 'data.undeclared-field',
  severity: 'warning',
  why: 'Nobody checks that the data has it, and the preview has nothing to show.',
  remedy: 'Declare the field with its type, a sample, and a default or as required.',
  *check(context) {
    const { fields } = context.document
    const strangers = strangersOf(context).filter(({ meant }) => meant === undefined)
    const paths = new Set<string>()
    for (const { resolved, use } of strangers) {
      const { path } = resolved
      if (paths.has(path)) continue
      paths.add(path)
      const node = use.spot?.node
      const subject = node === undefined ? 'The email' : context.title(node)
      // What is inside a list or object is declared by that list or object.
      const fix = path.includes('*')
        ? undefined
        : settingsFix('Declare the field', { fields: [...fields, declarationFor(path, use)] })
      yield { node, prop: use.prop, message: `${subject}: the field ${use.tag.path} is not declared.`, fix }
    }
  },
})

function declarationFor(path: string, { kind, prop }: TagUse): FieldDeclaration {
  if (prop === 'each') return { path, type: 'list', sample: [] }
  if (kind === 'address') return { path, type: 'url', sample: 'https://example.com/', default: 'https://example.com/' }
  return { path, type: 'string', sample: path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' '), default: '' }
}
