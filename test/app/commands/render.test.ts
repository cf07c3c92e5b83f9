import { describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { readZip } from '../../support/read-zip.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { svc } from './command-line.ts'

const folder = temporaryDirectory()
mkdirSync(folder, { recursive: true })

function file(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const greeting = {
  schema: 'svc.email/1',
  children: [
    {
      type: 'section',
      columns: [{ type: 'column', blocks: [{ type: 'text', props: { content: '<p>Hello {{ name }}</p>' } }] }],
    },
  ],
}

describe('svc render', () => {
  const document = file('welcome.json', starters[0]?.document)

  test('writes HTML with merge tags as they are', async () => {
    const { code, out } = await svc(['render', document])
    expect(code).toBe(0)
    expect(out).toStartWith('<!')
    expect(out).toContain('{{')
  })
  test('fills in data, escaped', async () => {
    const data = file('data.json', { customer: { first_name: '<b>Ada</b>' } })
    const { out } = await svc(['render', document, '--data', data])
    expect(out).not.toContain('<b>Ada</b>')
    expect(out).not.toContain('{{ customer')
  })
  test('writes text, canonical JSON and a ZIP of both forms', async () => {
    expect((await svc(['render', document, '--to', 'text'])).out).not.toContain('<td')
    expect(JSON.parse((await svc(['render', document, '--to', 'json'])).out)).toHaveProperty('schema', 'svc.email/1')
    const { bytes = new Uint8Array() } = await svc(['render', document, '--to', 'zip'])
    expect(readZip(bytes).map(({ name }) => name)).toEqual(['email.html', 'email.txt'])
  })
  test('draws a PDF and a PNG with the samples and the pictures of the starters', async () => {
    const out = join(folder, 'welcome.pdf')
    expect((await svc(['render', document, '--to', 'pdf', '--page', 'A4', '--out', out])).err).toBe('')
    const pdf = readFileSync(out)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(50_000)
    const { bytes = new Uint8Array() } = await svc(['render', document, '--to', 'png', '--device', 'mobile'])
    expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(16)).toBe(375)
    const { code, err } = await svc(['render', document, '--to', 'pdf', '--page', 'A3'])
    expect([code, err.trim()]).toEqual([1, 'svc: --page must be one of long, A4, Letter'])
  })
  test('writes AMP, says what is wrong with it, and puts it into the ZIP of an email that needs it', async () => {
    expect((await svc(['render', document, '--to', 'amp', '--cdn-url', 'https://cdn.example.com'])).out).toContain(
      '⚡4email',
    )
    const form = {
      type: 'form',
      action: 'https://example.com/x',
      inputs: [{ name: 'innerHTML', type: 'text' }],
      submitLabel: 'Go',
    }
    const asking = file('form.json', { rows: [{ type: 'section', columns: [{ blocks: [{ id: 'ask', ...form }] }] }] })
    const { code, err } = await svc(['render', asking, '--to', 'amp'])
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^warning: The attribute 'name' .* \(ask\)/) })
    const { bytes = new Uint8Array() } = await svc(['render', asking, '--to', 'zip'])
    expect(readZip(bytes).map(({ name }) => name)).toContain('email.amp.html')
  })
  test('reads a document from standard input and writes to a file', async () => {
    const out = join(folder, 'out.html')
    const result = await svc(['render', '-', '--out', out], JSON.stringify(starters[1]?.document))
    expect({ code: result.code, out: result.out }).toEqual({ code: 0, out: '' })
    expect(readFileSync(out, 'utf8')).toStartWith('<!')
  })
  test('lists what is wrong by JSON Pointer', async () => {
    const { code, out, err } = await svc(['render', file('bad.json', { ...greeting, children: [{ type: 'section' }] })])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^svc: \/\w+/m)
  })
  const refused: { name: string; words: string[]; code: number; says: string }[] = [
    { name: 'a file that is not there', words: [join(folder, 'none.json')], code: 1, says: 'none.json' },
    { name: 'a file that is not JSON', words: [file('a.txt', 'hello')], code: 1, says: 'a.txt' },
    { name: 'data that is not JSON', words: [document, '--data', file('b.txt', 'hello')], code: 1, says: 'b.txt' },
    { name: 'an unknown format', words: [document, '--to', 'docx'], code: 2, says: '--to must be one of' },
    { name: 'standard input twice', words: ['-', '--data', '-'], code: 2, says: 'Only one of the two' },
  ]
  for (const { name, words, code, says } of refused)
    test(`${name} is refused`, async () => {
      const outcome = await svc(['render', ...words])
      expect(outcome.code).toBe(code)
      expect(outcome.err).toContain(says)
    })
})
