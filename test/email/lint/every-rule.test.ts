import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { applyOperations } from '../../../src/email/document/index.ts'
import { type Finding, lintDocument, rules } from '../../../src/email/lint/index.ts'
import { cases } from './cases/index.ts'
import { email, findingsOf, lint, lintOptions, read } from './email.ts'

test('a correct email raises no finding', () => {
  expect(lint(email()).findings).toEqual([])
})

test('every rule has a case, and every case a rule', () => {
  expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ id }) => id).toSorted())
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const example = cases[id] ?? { raises: {}, says: '' }

  test('is raised with the node and a message in plain words', () => {
    const found = findingsOf(id, example.raises, example.options)
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(({ message }) => message).join(' ')).toContain(example.says)
    for (const { message, node_id, severity } of found) {
      expect(severity).toBe(rule.severity)
      expect(message).toMatch(/^[\p{Lu}“#].*[.”]$/u)
      expect(message.length).toBeLessThan(400)
      if (example.node !== undefined) expect(node_id).toBe(example.node)
    }
    if (example.fix !== undefined) expect(found.some(({ fix }) => fix !== undefined)).toBe(example.fix)
  })

  test('is not raised by a similar correct document', () => {
    expect(
      findingsOf(id, example.clean ?? email(), example.clean === undefined ? {} : (example.options ?? {})),
    ).toEqual([])
  })

  test('is resolved by its fix, which raises nothing else', () => {
    const document = read(example.raises)
    const options = { ...lintOptions, ...example.options }
    const before = lintDocument(document, options).findings
    for (const finding of before.filter((one) => one.id === id && one.fix !== undefined)) {
      const applied = applyOperations(document, finding.fix?.operations ?? [], blockTypes)
      if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
      const after = lintDocument(applied.document, options).findings
      expect(after.map(keyOf)).not.toContain(keyOf(finding))
      expect(after.map(placeOf).filter((place) => !before.some((one) => placeOf(one) === place))).toEqual([])
    }
  })

  test('has a reason and a remedy', () => {
    expect(rule.why).toMatch(/^[\p{Lu}“].{20,}\.$/su)
    expect(rule.remedy).toMatch(/^[\p{Lu}“].{10,}\.$/su)
    if (rule.doc !== undefined) expect(URL.canParse(rule.doc)).toBe(true)
  })
})

function keyOf({ id, message, node_id, prop }: Finding): string {
  return `${id} ${node_id} ${prop} ${message}`
}

function placeOf({ id, node_id }: Finding): string {
  return `${id} ${node_id}`
}
