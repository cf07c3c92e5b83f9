import { describe, expect, test } from 'bun:test'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { eventDescriptions, subscribableTypes } from '../../../src/kernel/events/index.ts'

FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)))
FormatRegistry.Set('date', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))

describe('the catalogue of events', () => {
  test('begins with the seven types of the contract, in their order, and ends with the test event, which is not subscribable', () => {
    expect(subscribableTypes.slice(0, 7)).toEqual([
      'template.created',
      'template.updated',
      'template.deleted',
      'export.completed',
      'export.failed',
      'verification.batch.completed',
      'dmarc.report.received',
    ])
    expect(eventDescriptions.map(({ name }) => name as string)).toEqual([...subscribableTypes, 'webhook.test'])
  })

  for (const { name, summary, schema, example } of eventDescriptions) {
    test(`${name} has an example that fits its schema, and one sentence`, () => {
      expect([...Value.Errors(schema, example)].map(({ path, message }) => `${path}: ${message}`)).toEqual([])
      expect(summary).toMatch(/^[A-Z].*[^.]\.$/)
    })

    test(`${name} may gain members, keeps to the names that Standard Webhooks allows, and stays small`, () => {
      const grown = { ...example, data: { ...(example['data'] as object), later: 1 } }
      expect(Value.Check(schema, grown)).toBe(true)
      expect(name).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/)
      expect(JSON.stringify(example).length).toBeLessThan(2000)
    })

    test(`${name} speaks snake_case`, () => {
      const camel = [...JSON.stringify(example).matchAll(/"([^"]+)":/g)].filter(([, key = '']) => /[A-Z]/.test(key))
      expect(camel).toEqual([])
    })
  }
})
