import { expect, test } from 'bun:test'
import { type Finding, familyOf, rules } from '../../../src/email/lint/index.ts'
import { expectGolden, orphans } from '../render/golden.ts'
import { cases } from './cases/index.ts'
import { findingsOf } from './email.ts'

const families = Map.groupBy(rules, familyOf)

function line({ fix, message, node_id, prop, severity }: Finding): string {
  const place = [node_id, prop].filter((part) => part !== undefined).join(' ')
  return `  ${severity}${place === '' ? '' : ` (${place})`}: ${message}${fix === undefined ? '' : ` [${fix.label}]`}`
}

test.each([...families])('the findings of the %s rules equal their golden file', (family, own) => {
  const said = own.map(({ id }) => {
    const { options, raises } = cases[id] ?? { raises: {} }
    return [id, ...findingsOf(id, raises, options).slice(0, 5).map(line)].join('\n')
  })
  expectGolden(`lint/${family}.txt`, `${said.join('\n\n')}\n`)
})

test('every golden file belongs to a rule family', () => {
  expect(
    orphans(
      'lint',
      [...families.keys()].map((family) => `${family}.txt`),
    ),
  ).toEqual([])
})
