import type { FieldDeclaration } from '../../../data/index.ts'
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
      const fixed = fields.map((one) => (one === field ? { ...one, sample: sampleFor(one) } : one))
      yield {
        prop: `fields.${index}.sample`,
        message: `The field ${field.path} has no sample.`,
        fix: settingsFix('Add a sample', { fields: fixed }),
      }
    }
  },
})

function sampleFor({ label, path, type }: FieldDeclaration): unknown {
  const samples: Record<FieldDeclaration['type'], unknown> = {
    string: label ?? path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' '),
    number: 12,
    boolean: true,
    date: '2026-01-31T10:00:00Z',
    url: 'https://example.com/',
    image: 'https://example.com/picture.png',
    list: [],
    object: {},
  }
  return samples[type]
}
