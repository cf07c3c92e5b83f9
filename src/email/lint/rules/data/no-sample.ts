import { typicalSample } from '../../../data/index.ts'
import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const noSample = defineRule({
  id: 'data.no-sample',
  severity: 'hint',
  why: 'The preview shows a gap instead of the value and its typical length.',
  remedy: 'Add a sample value of typical length.',
  *check({ document: { fields } }) {
    for (const [index, field] of fields.entries()) {
      if (field.sample !== undefined || field.default !== undefined) continue
      const fixed = fields.map((one) => (one === field ? { ...one, sample: typicalSample(one) } : one))
      yield {
        prop: `fields.${index}.sample`,
        message: `The field ${field.path} has no sample.`,
        fix: settingsFix('Add a sample', { fields: fixed }),
      }
    }
  },
})
