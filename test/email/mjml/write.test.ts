import { mjmlBlocks } from '../../../src/email/blocks/mjml.ts'
import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import mjml2html from 'mjml'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, documentText, readDocument } from '../../../src/email/document/index.ts'
import { writeMjml } from '../../../src/email/mjml/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { hasChromium } from '../../support/chromium.ts'
import { differingShare, launchBrowser, takeImage } from '../../support/images.ts'
import { samples } from '../blocks/samples.ts'
import { withBlocks } from '../render/compose.ts'
import { read } from './read.ts'

const cdnUrl = 'https://cdn.example.com'
const folder = join(import.meta.dir, '../../fixtures/mjml')
const own: [string, EmailDocument][] = readdirSync(folder).map((file) => [
  file,
  read(readFileSync(join(folder, file), 'utf8')).document,
])
const shipped: [string, EmailDocument][] = starters.map(({ key, document }) => {
  const result = readDocument(document, blockTypes)
  if (!('document' in result)) throw new Error(key)
  return [key, result.document]
})
const html = (document: EmailDocument) =>
  renderEmail(document, blockTypes, { target: 'passthrough', outputs: ['html'], cdnUrl }).html ?? ''
const write = (document: EmailDocument) => writeMjml(document, blockTypes, mjmlBlocks, { cdnUrl })

const launched = hasChromium ? launchBrowser() : undefined
afterAll(async () => (await launched)?.close())

describe('documents as MJML', () => {
  test.each([...own, ...shipped])('%s compiles without a warning', async (_, document) => {
    const { errors, html: compiled } = await mjml2html(write(document).mjml, { validationLevel: 'soft' })
    expect(errors.map((error) => error.formattedMessage)).toEqual([])
    expect(compiled.length).toBeGreaterThan(1000)
  })

  test.each(own)('%s is the same MJML after reading and writing it', (_, document) => {
    const again = write(read(write(document).mjml).document).mjml
    expect(write(read(again).document).mjml).toBe(again)
  })

  test.each(own.filter(([file]) => !/frames|questions|shelf|templated/.test(file)))(
    '%s has the same text after reading it back',
    (_, document) => {
      expect(documentText(read(write(document).mjml).document)).toBe(documentText(document))
    },
  )

  test.each(Object.entries(samples))('a block of type %s is written', async (type, block) => {
    const { mjml, warnings } = write(withBlocks([{ type, ...block }]))
    const { errors } = await mjml2html(mjml, { validationLevel: 'soft' })
    expect(errors).toEqual([])
    expect(warnings.filter(({ code }) => code === 'MJML_RAW').every(({ node_id }) => node_id !== undefined)).toBe(true)
    expect(read(mjml).document.rows.length).toBeGreaterThan(0)
  })

  test('conditions and loops are written as Liquid and read back', () => {
    const document = withBlocks([
      { type: 'text', text: 'Hi {{ name | default: "x" }}', when: { op: 'eq', path: 'plan', value: 'pro' } },
      { type: 'spacer', height: 3, each: { in: 'items', as: 'item', limit: 4 } },
    ])
    const { mjml } = write(document)
    expect(mjml).toContain('<mj-raw>{% if plan == "pro" %}</mj-raw>')
    expect(mjml).toContain('<mj-raw>{% for item in items limit:4 %}</mj-raw>')
    const [row] = read(mjml).document.rows
    expect(row).toMatchObject({
      columns: [
        {
          blocks: [
            { type: 'text', when: { op: 'eq', path: 'plan', value: 'pro' } },
            { type: 'spacer', each: { in: 'items', as: 'item', limit: 4 } },
          ],
        },
      ],
    })
  })

  test('content that MJML cannot express is reported in warnings', () => {
    const { warnings } = write(
      withBlocks(
        [
          { type: 'code', code: 'x' },
          { type: 'button', label: 'a', href: '', mobile: { transform: 'uppercase' } },
        ],
        {
          theme: { colors: { ink: { light: '#111111', dark: '#eeeeee' } } },
        },
      ),
    )
    expect(warnings.map(({ code }) => code).sort()).toEqual(['MJML_LOST', 'MJML_LOST', 'MJML_RAW'])
  })

  test('no value of a document breaks out of its attribute', async () => {
    const attack = '"><mj-raw><script>alert(1)</script></mj-raw>'
    const { mjml } = write(
      withBlocks([
        { type: 'button', label: attack, href: '' },
        { type: 'image', src: 'https://a.example', alt: attack },
        { type: 'text', text: [{ type: 'paragraph', runs: [{ text: attack }] }] },
      ]),
    )
    expect(mjml).not.toContain('<script')
    expect((await mjml2html(mjml)).html).not.toContain('<script')
  })
})

describe.if(hasChromium)('documents written as MJML and read back', () => {
  for (const [group, documents, width, mean, max] of [
    ['what came from MJML', own, 640, 0.005, 0.05],
    ['a starter', shipped, 640, 0.02, 0.05],
    ['a starter on a phone', shipped, 375, 0.02, 0.06],
  ] as const)
    test(`${group} looks the same`, async () => {
      const browser = await launched
      if (browser === undefined) return
      const shares = await Promise.all(
        documents.map(async ([name, document]) => {
          const [one, other] = [
            await takeImage(browser, html(document), width),
            await takeImage(browser, html(read(write(document).mjml).document), width),
          ]
          return { name, share: differingShare(one, other) }
        }),
      )
      expect(shares.filter(({ share }) => share > max)).toEqual([])
      expect(shares.reduce((sum, { share }) => sum + share, 0) / shares.length).toBeLessThanOrEqual(mean)
    })
})

describe('mobile overrides of a document', () => {
  const document = read(
    write(
      withBlocks([
        { type: 'text', text: '<p>Words</p>', mobile: { size: 12, align: 'center', padding: [1, 2, 3, 4] } },
        { type: 'button', label: 'Go', href: 'https://example.com/', mobile: { width: '100%' } },
      ]),
    ).mjml,
  ).document

  test('are read back as the mobile layer, without leftover rules or classes', () => {
    const json = JSON.stringify(document)
    expect(json).toContain('"mobile":{"padding":[1,2,3,4],"size":12,"align":"center"}')
    expect(json).toContain('"mobile":{"width":"100%"}')
    expect(json).not.toContain('phone-')
  })
})
