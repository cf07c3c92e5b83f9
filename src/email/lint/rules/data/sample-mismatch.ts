import { checkData, sampleData } from '../../../data/index.ts'
import { defineRule } from '../../rule.ts'

export const sampleMismatch = defineRule({
  id: 'data.sample-mismatch',
  severity: 'warning',
  why: 'The preview does not match the email, and a default of the wrong type is sent.',
  remedy: 'Use a sample of the declared type, or declare the type of the data.',
  check({ document: { fields } }) {
    const given = fields.filter(({ default: value, sample }) => sample !== undefined || value !== undefined)
    return checkData(given, sampleData(given)).map(({ message, path }) => {
      const name = path.slice(1).replaceAll('/', '.')
      const index = fields.findIndex((field) => field.path === name)
      return { prop: `fields.${index}.sample`, message: `The sample of ${name}: ${message}.` }
    })
  },
})
