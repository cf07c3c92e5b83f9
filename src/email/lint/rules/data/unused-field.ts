import { usedPaths } from '../../../document/index.ts'
import { settingsFix } from '../../fix/change.ts'
import { isGiven, resolve } from '../../model/fields.ts'
import { defineRule } from '../../rule.ts'

export const unusedField = defineRule({
  id: 'data.unused-field',
  severity: 'hint',
  why: 'Callers provide a value that has no effect.',
  remedy: 'Use it, or remove the declaration.',
  *check({ document, values }) {
    const { fields } = document
    const roles = new Set(values.addresses.flatMap(({ role }) => (role === undefined ? [] : [`${role}_url`])))
    const written = withParents(values.tags.flatMap((use) => [use.tag.path, resolve(use).path]))
    const isLeft = ({ path }: { path: string }) => !written.has(path) && !roles.has(path) && !isGiven(path)
    if (!fields.some(isLeft)) return
    // HTML blocks may use fields in Liquid.
    const used = withParents([...written, ...usedPaths(document).map((one) => one.path)])
    const usedPathList = [...used]
    for (const [index, { path }] of fields.entries()) {
      if (used.has(path) || !isLeft({ path })) continue
      // A member of an object is used with the object.
      if (usedPathList.some((one) => path.startsWith(`${one}.`))) continue
      const fix = settingsFix('Remove it', { fields: fields.filter((_field, at) => at !== index) })
      yield { prop: `fields.${index}`, message: `The field ${path} is not used.`, fix }
    }
  },
})

function withParents(paths: readonly string[]): Set<string> {
  const all = new Set<string>()
  for (const path of paths) {
    all.add(path)
    for (let end = path.indexOf('.'); end > 0; end = path.indexOf('.', end + 1)) all.add(path.slice(0, end))
  }
  return all
}
