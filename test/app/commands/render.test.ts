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

const plain = { condition: null, fallback: null, defaults: 'none', names: null, required: null }

describe('svc render', () => {
  const document = file('welcome.json', starters[0]?.document)

  test('writes HTML with merge tags as they are', async () => {
    const { code, out } = await svc(['render', document])
    expect(code).toBe(0)
    expect(out).toStartWith('<!')
    expect(out).toContain('{{')
  })
  test('takes the document out of an answer of the API', async () => {
    const answer = file('structured.json', { id: 'tpl_1', revision: 2, document: starters[0]?.document })
    expect((await svc(['render', answer])).out).toBe((await svc(['render', document])).out)
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
    const requesting = file('form.json', {
      rows: [{ type: 'section', columns: [{ blocks: [{ id: 'ask', ...form }] }] }],
    })
    const { code, err } = await svc(['render', requesting, '--to', 'amp'])
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^warning: The attribute 'name' .* \(ask\)/) })
    const { bytes = new Uint8Array() } = await svc(['render', requesting, '--to', 'zip'])
    expect(readZip(bytes).map(({ name }) => name)).toContain('email.amp.html')
  })
  const offer = file('offer.json', {
    meta: { title: 'Offer', subject: 'Hi' },
    rows: [
      {
        type: 'section',
        columns: [
          {
            blocks: [
              { type: 'text', text: '<p>Hello {{ first_name | default: "you" }} of {{ customer.city }}</p>' },
              { id: 'gold', type: 'text', text: '<p>Gold</p>', when: { op: 'eq', path: 'plan', value: 'gold' } },
              { type: 'button', label: 'Go', href: 'https://x.example/' },
              { id: 'out', type: 'text', text: '<p><a href="{{ unsubscribe_url }}">Leave</a></p>' },
            ],
          },
        ],
      },
    ],
  })
  test('writes for a mailing system, with its names of fields, regions and what is missing', async () => {
    const fields = file('fields.json', { 'customer.city': 'TOWN', plan: 'PLAN' })
    const words = ['render', offer, '--to', 'esp:mailchimp', '--fields', fields, '--editable', '--minify']
    const { code, err, out } = await svc(words)
    expect({ code, err: err.trim() }).toEqual({
      code: 0,
      err: expect.stringMatching(
        /^warning: Mailchimp requires .*LIST:ADDRESS.* in every email; it is missing in this one\.$/,
      ),
    })
    for (const part of ['*|TOWN|*', '*|IF:PLAN=gold|*', 'mc:edit="gold"', 'href="*|UNSUB|*"'])
      expect(out).toContain(part)
  })
  test('adds campaign parameters to links in every format', async () => {
    const query = ['--utm', 'source=news+and+more&utm_content={{ plan }}']
    const written = 'https://x.example/?utm_source=news%20and%20more&utm_content='
    expect((await svc(['render', offer, '--to', 'text', ...query])).out).toContain(`${written}{{ plan | url_encode }}`)
    const mjml = (await svc(['render', offer, '--to', 'mjml', ...query])).out
    expect(mjml).toContain(`${written.replaceAll('&', '&amp;')}{{ plan | url_encode }}`)
    const page = (await svc(['render', offer, '--to', 'esp:mailchimp', ...query])).out
    expect(page).toContain(`${written.replaceAll('&', '&amp;')}*|URL:PLAN|*`)
  })
  test('writes for a target of one’s own, and drops or keeps what it cannot be asked for', async () => {
    const crm = { id: 'our-crm', extends: 'mailchimp', name: 'Our CRM', overrides: { ...plain, field: '<<{NAME}>>' } }
    const own = ['render', offer, '--to', 'esp:our-crm', '--target', file('crm.json', crm)]
    const dropped = await svc(own)
    expect(dropped.out).toContain('of <<city>>')
    expect(dropped.out).not.toContain('Gold')
    expect((await svc([...own, '--condition', 'keep'])).out).toContain('Gold')
    const strict = await svc([...own, '--strict'])
    expect({ code: strict.code, out: strict.out }).toEqual({ code: 1, out: '' })
    expect(strict.err).toMatch(/^svc: Our CRM cannot express this condition/m)
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
    { name: 'an unknown parameter', words: [document, '--utm', 'from=a'], code: 2, says: 'no parameter from' },
    { name: 'an open merge tag', words: [document, '--utm', 'term={{ a'], code: 2, says: '--utm term: ' },
    {
      name: 'parameters in a document',
      words: [document, '--to', 'json', '--utm', 'term=a'],
      code: 2,
      says: 'omit --utm',
    },
    { name: 'an unknown format', words: [document, '--to', 'docx'], code: 2, says: '--to must be one of' },
    {
      name: 'a provider nobody knows',
      words: [document, '--to', 'esp:mailchump'],
      code: 2,
      says: 'mean esp:mailchimp',
    },
    {
      name: 'data for a mailing system',
      words: [document, '--to', 'esp:brevo', '--data', '-'],
      code: 2,
      says: 'no --data',
    },
    {
      name: 'a policy that is none',
      words: [document, '--to', 'esp:brevo', '--loop', 'x'],
      code: 2,
      says: 'samples or drop',
    },
    { name: 'regions in a PDF', words: [document, '--to', 'pdf', '--editable'], code: 2, says: '--editable goes with' },
    {
      name: 'a target of another id',
      words: [document, '--to', 'esp:ours', '--target', file('t1.json', { id: 'theirs', extends: 'brevo' })],
      code: 2,
      says: 'describes "theirs", not “ours”',
    },
    {
      name: 'a target that extends nothing',
      words: [document, '--to', 'esp:ours', '--target', file('t2.json', { id: 'ours', extends: 'nobody' })],
      code: 1,
      says: '/extends names no built-in target',
    },
    {
      name: 'a target whose pattern cannot work',
      words: [
        document,
        '--to',
        'esp:ours',
        '--target',
        file('t3.json', { id: 'ours', extends: 'brevo', overrides: { field: 'x' } }),
      ],
      code: 1,
      says: '/overrides/field must contain {NAME}',
    },
    {
      name: 'names of fields that are no texts',
      words: [document, '--to', 'esp:brevo', '--fields', file('f.json', { a: 1 })],
      code: 1,
      says: 'must be an object of names by paths',
    },
    { name: 'standard input twice', words: ['-', '--data', '-'], code: 2, says: 'Only one of the two' },
  ]
  for (const { name, words, code, says } of refused)
    test(`${name} is refused`, async () => {
      const outcome = await svc(['render', ...words])
      expect(outcome.code).toBe(code)
      expect(outcome.err).toContain(says)
    })
})
