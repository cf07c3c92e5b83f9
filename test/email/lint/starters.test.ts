import { expect, test } from 'bun:test'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { lint } from './email.ts'

test.each(starters.map((starter) => [starter.key, starter] as const))(
  'the starter %s has no error and no warning',
  (_key, starter) => {
    const { findings } = lint(starter.document, { type: starter.type })
    expect(findings.filter(({ severity }) => severity !== 'hint')).toEqual([])
  },
)
