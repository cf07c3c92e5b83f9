import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { saveSearchText } from '../../../src/platform/storage/index.ts'
import { cutIntoPieces } from '../../../src/platform/storage/search-pieces.ts'
import { eachDialect } from '../../support/store.ts'
import { addProject, addTemplates } from './rows.ts'

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at} of a long email with many words`)
const textOf = (lines: readonly string[]) => ({ name: 'n', subject: 's', body: lines.join('\n') })

test('an email of usual length is one piece', () => {
  expect(cutIntoPieces(textOf(linesOf(40)))).toEqual([textOf(linesOf(40))])
})

test('no line is lost or cut, and name and subject are those of the first piece', () => {
  const someLines = fc.array(fc.string({ maxLength: 300, unit: 'grapheme-ascii' }), { maxLength: 200 })
  fc.assert(
    fc.property(someLines, (lines) => {
      const pieces = cutIntoPieces(textOf(lines))
      const kept = new Set(pieces.flatMap(({ body }) => body.split('\n')))
      expect(lines.filter((line) => line !== '' && !kept.has(line))).toEqual([])
      expect(pieces.map(({ name }) => name).join('')).toBe('n')
    }),
  )
})

test('the change of a line leaves nearly every piece as it was', () => {
  const lines = linesOf(1000)
  const before = new Set(cutIntoPieces(textOf(lines)).map(({ body }) => body))
  expect(before.size).toBeGreaterThan(10)
  for (let at = 0; at < lines.length; at += 50) {
    for (const edited of [lines.with(at, 'another line'), lines.toSpliced(at, 1), lines.toSpliced(at, 0, 'one more')]) {
      const added = cutIntoPieces(textOf(edited)).filter(({ body }) => !before.has(body))
      expect(added.length).toBeLessThanOrEqual(4)
    }
  }
})

eachDialect((_, open) => {
  test('an edit writes the pieces that it changes, and no others', async () => {
    const store = await open()
    await addProject(store)
    await addTemplates(store, ['tpl_1'])
    const save = (lines: readonly string[]) =>
      store.tx((db) => saveSearchText(db, { projectId: 'prj_1', templateId: 'tpl_1', ...textOf(lines) }))
    const stored = () =>
      store.read.rows<{ entry: number; body: string }>(sql`select entry, body from template_search order by entry`)
    await save(linesOf(400))
    const before = await stored()
    await save(linesOf(400).with(200, 'changed'))
    const after = await stored()
    expect(after.filter(({ body }) => body.includes('changed'))).toHaveLength(1)
    const kept = after.filter(({ entry, body }) => before.some((old) => old.entry === entry && old.body === body))
    expect(before.length - kept.length).toBeLessThanOrEqual(4)
    await save(linesOf(3))
    expect((await stored()).map(({ body }) => body)).toEqual([linesOf(3).join('\n')])
  })
})
