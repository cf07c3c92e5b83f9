/** Input that exports must get through without breaking what they were given. */
import { beforeAll, describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { limits } from '../../../src/kernel/limits.ts'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { clients } from '../../../src/surfaces/exports/clients.ts'
import { readZip } from '../../support/read-zip.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'

const rowsOf = (blocks: object[]) => [{ type: 'section', columns: [{ blocks }] }]
const text = (html: string, more: object = {}) => ({ type: 'text', text: html, ...more })

let testService: TestService

beforeAll(async () => {
  testService = await startService({ dialect: 'sqlite' })
})

const post = (send: object) => ask(testService, { call: 'POST /v1/export', send })
const make = async (send: object) => {
  const { body, status, text: answer } = await post(send)
  expect(status, answer.slice(0, 500)).toBe(200)
  return body as Export
}
const fetchFile = async ({ files }: Export, at = 0) =>
  new Uint8Array(await (await testService.handle(new Request(files[at]?.url ?? ''))).arrayBuffer())
/** The tags of a language in their order. */
const tagsOf = (html: string, pattern: RegExp): string[] => [...(html.match(pattern) ?? [])]

describe('template tags in HTML of the caller’s own', () => {
  const languages: [target: string, html: string, pattern: RegExp][] = [
    [
      'mailchimp',
      '<table><tr><td>*|IF:PLAN=gold|*<a href="https://x.example/?e=*|EMAIL|*&amp;p=*|PLAN|*">*|FNAME|*</a>*|ELSE:|*x*|END:IF|*</td></tr></table>',
      /\*\|[^|]+\|\*/g,
    ],
    [
      'klaviyo',
      "<p>{{ person.first_name|default:'friend' }} {% if person.plan == 'gold' %}<b>Gold</b>{% endif %} <a href=\"{% unsubscribe_link %}\">x</a></p>",
      /\{[{%].*?[}%]\}/g,
    ],
    ['customerio', '<p title="{{ customer.name | escape }}">{% unsubscribe_url %}</p>', /\{[{%].*?[}%]\}/g],
    ['salesforce-marketing-cloud', '<p>%%[IF @x == 1 THEN]%%A%%=v(@y)=%%%%[ENDIF]%%</p>', /%%.*?%%/g],
  ]
  test.each(languages)(
    'of %s stay byte for byte, minified or not, in a page and in an archive',
    async (target, html, pattern) => {
      for (const options of [{}, { minify: true }, { minify: true, inline_css: true }]) {
        for (const send of [{ format: 'esp', target }, { format: 'html' }]) {
          const { content = '' } = await make({ html, options, ...send })
          expect(tagsOf(content, pattern)).toEqual(tagsOf(html, pattern))
        }
        const zip = readZip(await fetchFile(await make({ html, options, format: 'zip' })))
        expect(tagsOf(zip[0]?.text ?? '', pattern)).toEqual(tagsOf(html, pattern))
      }
    },
  )
})

test('a condition around half a table keeps its tags, and the words in it', async () => {
  const html =
    '<body>{% if gold %}<table><tr><td>Gold</td>{% else %}<table class="b"><tr><td>Other</td>{% endif %}<td>Both</td></tr></table></body>'
  for (const send of [{ format: 'html' }, { format: 'zip' }, { format: 'esp', target: 'klaviyo' }, { format: 'eml' }]) {
    const made = await make({ html, options: { minify: true, inline_css: true }, ...send })
    const bytes = await fetchFile(made)
    const page =
      send.format === 'zip'
        ? (readZip(bytes)[0]?.text ?? '')
        : send.format === 'eml'
          ? ((await PostalMime.parse(bytes)).html ?? '')
          : (made.content ?? '')
    expect(tagsOf(page, /\{%.*?%\}/g)).toEqual(['{% if gold %}', '{% else %}', '{% endif %}'])
    for (const word of ['Gold', 'Other', 'Both']) expect(page).toContain(word)
  }
})

test('a document of as many nodes as there may be is exported in every format and for every kind of target', async () => {
  const blocks = Array.from({ length: 4990 }, (_, at) => text(`<p>{{ first_name }} ${at}</p>`))
  const document = { meta: { title: 'Large' }, rows: rowsOf(blocks) }
  for (const send of [
    { format: 'html' },
    { format: 'zip' },
    { format: 'text' },
    { format: 'eml' },
    { format: 'esp', target: 'mailchimp', options: { editable: true } },
    { format: 'esp', target: 'klaviyo' },
  ]) {
    const made = await make({ document, ...send })
    expect(made.files[0]?.bytes).toBeGreaterThan(10_000)
    if (send.target === 'mailchimp') {
      const index = readZip(await fetchFile(made)).find(({ name }) => name === 'index.html')
      expect(tagsOf(index?.text ?? '', /\*\|FNAME\|\*/g)).toHaveLength(4990)
    }
  }
})

test('fields that no map knows are written by their path, with a warning each', async () => {
  const document = {
    meta: { title: 'T' },
    rows: rowsOf([text('<p>{{ order.total }} {{ order.id }} {{ order.total }}</p>')]),
  }
  const { content, warnings } = await make({
    document,
    format: 'esp',
    target: 'mailchimp',
    options: { images: 'absolute' },
  })
  expect(content).toContain('*|ORDERTOTAL|* *|ORDERID|* *|ORDERTOTAL|*')
  const guessed = warnings.filter(({ code }) => code === 'TARGET_FIELD_GUESSED')
  expect(guessed.map(({ message }) => /name of (\S+) is/.exec(message)?.[1])).toEqual(['order.total', 'order.id'])
})

describe('an AMP part', () => {
  const accordion = { type: 'accordion', items: [{ title: 'When, {{ first_name }}?', text: '<p>Now.</p>' }] }
  const document = { meta: { title: 'Questions', subject: 'Hi' }, rows: rowsOf([accordion]) }

  test('goes to systems that take one, in their own words, and validates', async () => {
    for (const [target, tag] of [
      ['klaviyo', '{{ person.first_name }}'],
      ['customerio', '{{ customer.first_name | escape }}'],
    ]) {
      const made = await make({ document, format: 'esp', target })
      const at = made.files.findIndex(({ name }) => name === 'Questions.amp.html')
      const amp = new TextDecoder().decode(await fetchFile(made, at))
      expect(amp).toContain('<amp-accordion')
      expect(amp).toContain(`When, ${tag}?`)
      expect(made.warnings.filter(({ code }) => code.startsWith('AMP'))).toEqual([])
    }
  })

  test('is left out where a system takes none, with a warning', async () => {
    const made = await make({ document, format: 'esp', target: 'mailjet' })
    expect(made.files.map(({ name }) => name)).toEqual(['Questions.html', 'Questions.txt', 'Questions.json'])
    expect(made.warnings.map(({ code }) => code)).toContain('TARGET_NO_AMP')
  })
})

describe('regions that people may edit', () => {
  const document = { meta: { title: 'T' }, rows: rowsOf([text('<p>Words</p>', { id: 'words' })]) }

  test('are written where they are asked for', async () => {
    const options = { editable: true, minify: true, images: 'absolute' }
    expect((await make({ document, format: 'esp', target: 'mailchimp', options })).content).toContain('mc:edit="words"')
    expect((await make({ document, format: 'esp', target: 'mailchimp' })).content).not.toContain('mc:edit')
    const { warnings } = await make({ document, format: 'esp', target: 'sendgrid', options: { editable: true } })
    expect(warnings.map(({ code }) => code)).toContain('TARGET_NO_REGIONS')
  })
})

describe('mail programs', () => {
  const document = {
    meta: { title: 'Draft', subject: 'Hello {{ first_name | default: "you" }}' },
    rows: rowsOf([{ type: 'image', src: '/cdn/starters/welcome-mark.png', alt: 'Mark' }]),
  }

  test.each([...clients.values()].map((client) => [client.id, client] as const))(
    '%s gets a draft with its pictures',
    async (target, client) => {
      const made = await make({ document, format: 'eml', target })
      expect(made).toMatchObject({ target, level: 'package-only' })
      expect(made.files[0]?.name).toBe(`Draft.${client.extension}`)
      const bytes = await fetchFile(made)
      const mail = await PostalMime.parse(bytes)
      expect([mail.subject, mail.attachments.length]).toEqual(['Hello you', 1])
      expect(new TextDecoder().decode(bytes)).toContain('X-Unsent: 1')
      if (client.isGmail !== true) return expect(made.files).toHaveLength(1)
      const { message } = JSON.parse(new TextDecoder().decode(await fetchFile(made, 1))) as { message: { raw: string } }
      expect(Uint8Array.fromBase64(message.raw, { alphabet: 'base64url' })).toEqual(bytes)
    },
  )

  test('are listed as such, and no target of anything else', async () => {
    const { data } = (await ask(testService, { call: 'GET /v1/export/formats' })).body as {
      data: { id: string; kind: string }[]
    }
    expect(data.filter(({ kind }) => kind === 'client').map(({ id }) => id)).toEqual([...clients.keys()])
    const wrong = await post({ document, format: 'eml', target: 'mailchimp' })
    expect(wrong).toMatchObject({ status: 422, body: { issues: [{ path: '/target' }] } })
    expect((await post({ document, format: 'html', target: 'gmail' })).status).toBe(422)
    expect((await post({ document, format: 'esp', target: 'gmail' })).status).toBe(422)
  })
})

test('more warnings than anybody reads are counted; the archive lists them all', async () => {
  const count = limits.exportWarnings + 3
  const missing = Array.from({ length: count }, (_, at) => `<img src="/cdn/none/${at}.png">`).join('')
  const made = await make({ html: missing, format: 'zip' })
  expect(made.warnings).toHaveLength(limits.exportWarnings + 1)
  expect(made.warnings.at(-1)).toEqual({ code: 'WARNINGS_LEFT_OUT', message: '3 more warnings are not listed.' })
  const readme = readZip(await fetchFile(made)).at(-1)?.text ?? ''
  expect(readme.split('\r\n').filter((line) => line.startsWith('- IMAGE_NOT_PACKED'))).toHaveLength(count)
})
