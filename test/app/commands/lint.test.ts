import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { email, html } from '../../email/lint/email.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { svc } from './command-line.ts'

const folder = temporaryDirectory()
mkdirSync(folder, { recursive: true })

function file(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const button = { id: 'k', type: 'button', label: 'Go', href: '' }

describe('svc lint', () => {
  const broken = file('broken.json', email({ more: [button, html('<p onclick="a()">Bread</p>')] }))

  test('prints a table, counts below, and fails on errors', async () => {
    const { code, out, err } = await svc(['lint', broken])
    expect(code).toBe(1)
    expect(out).toMatch(/^severity +rule +node +message +fix$/m)
    expect(out).toMatch(/^error +links\.empty +k +Button “Go”: the link has no address\.$/m)
    expect(out).toContain('security.event-handler')
    expect(err).toBe('2 errors, 0 warnings, 0 hints\n')
  })
  test('is content with a good document', async () => {
    const { code, out } = await svc(['lint', '-', '--type', 'promotional'], JSON.stringify(email()))
    expect({ code, out }).toEqual({ code: 0, out: 'No problems found\n' })
  })
  test('gives JSON with reasons and fixes', async () => {
    const { out } = await svc(['lint', broken, '--json', '--ignore', 'links'])
    const { findings, summary } = JSON.parse(out) as {
      findings: { id: string; why: string; fix?: object }[]
      summary: object
    }
    expect(findings.map(({ id }) => id)).toEqual(['security.event-handler'])
    expect(findings[0]).toMatchObject({
      why: expect.any(String) as string,
      fix: { operations: [{ op: 'set', id: 'x' }] },
    })
    expect(summary).toEqual({ errors: 1, warnings: 0, hints: 0, omitted: 0 })
  })
  test('leaves hints out', async () => {
    const loud = file('loud.json', email({ meta: { subject: 'Bread is ready to be fetched!!' } }))
    expect((await svc(['lint', loud])).out).toContain('inbox.loud-punctuation')
    expect((await svc(['lint', loud, '--no-hints'])).out).toBe('No problems found\n')
  })
  test.each(starters.map((starter) => [starter.key, starter] as const))(
    'finds no error in %s',
    async (_key, starter) => {
      expect(
        (await svc(['lint', '-', '--type', starter.type, '--no-hints'], JSON.stringify(starter.document))).out,
      ).toBe('No problems found\n')
    },
  )
  test.each([
    [['lint'], 2, 'FILE'],
    [['lint', broken, '--type', 'x'], 2, '--type'],
    [['lint', broken, '--ignore', 'bread'], 2, 'bread'],
    [['lint', join(folder, 'none.json')], 1, 'none.json'],
    [['lint', file('bad.json', { rows: 1 })], 1, '/rows'],
  ])('%p ends with %p', async (words, code, says) => {
    const outcome = await svc(words)
    expect(outcome.code).toBe(code)
    expect(outcome.err).toContain(says)
  })
})
