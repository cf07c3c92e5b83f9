import { usedPaths } from '../../../document/index.ts'
import { settingsFix } from '../../fix/change.ts'
import { isGiven, resolve } from '../../model/fields.ts'
import { defineRule } from '../../rule.ts'

/** Fields that nothing asks for. */
export const unusedField = defineRule({
  id: 'data.unused-field',
  severity: 'hint',
  why: 'Who fills in the data looks for a value that changes nothing.',
  remedy: 'Use it, or take the declaration away.',
  *check({ document, values }) {
    const { fields } = document
    const used = new Set<string>()
    const written = values.tags.flatMap((use) => [use.tag.path, resolve(use).path])
    // HTML blocks may ask in Liquid of their own.
    for (const path of [...written, ...usedPaths(document).map((one) => one.path)]) {
      used.add(path)
      for (let end = path.indexOf('.'); end > 0; end = path.indexOf('.', end + 1)) used.add(path.slice(0, end))
    }
    const roles = new Set(values.addresses.flatMap(({ role }) => (role === undefined ? [] : [`${role}_url`])))
    const asked = [...used]
    for (const [index, { path }] of fields.entries()) {
      if (used.has(path) || roles.has(path) || isGiven(path)) continue
      // A part of an object is used with the object.
      if (asked.some((one) => path.startsWith(`${one}.`))) continue
      const fix = settingsFix('Take it away', { fields: fields.filter((_field, at) => at !== index) })
      yield { prop: `fields.${index}`, message: `Nothing asks for the field ${path}.`, fix }
    }
  },
})
