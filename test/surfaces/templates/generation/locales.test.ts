import { beforeAll, describe, expect, test } from 'bun:test'
import { hashSource } from '../../../../src/email/document/index.ts'
import { ask } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'

const document = {
  meta: { title: 'Order', subject: 'Your order', lang: 'en' },
  fields: [{ path: 'total', type: 'number', sample: 1234.5 }],
  rows: [
    {
      type: 'section',
      columns: [
        {
          blocks: [
            { id: 'words', type: 'text', text: 'Thank you, {{ total | number: 2 }}' },
            { id: 'go', type: 'button', label: 'See it', href: 'https://example.com' },
          ],
        },
      ],
    },
  ],
  translations: {
    default: 'en',
    locales: {
      pt: { 'words.text': 'Obrigado, {{ total | number: 2 }}', 'meta.subject': 'Seu pedido' },
      'pt-BR': { 'go.label': 'Veja' },
      he: { 'words.text': 'תודה, {{ total | number: 2 }}' },
    },
  },
}

interface Email {
  html: string
  text: string
  subject: string
  report: { warnings: { code: string; node_id?: string; message: string }[] }
}

describe('a language', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ dialect: 'sqlite' })
  })
  const generate = async (locale: string) =>
    (await ask(service, { call: 'POST /v1/templates/generate', send: { document, data: { total: 5000.5 }, locale } }))
      .body as Email

  test('is that of words, numbers and direction, with what is missing from the language behind it', async () => {
    const brazilian = await generate('pt-BR')
    expect(brazilian.text).toStartWith('Obrigado, 5.000,50')
    expect(brazilian.subject).toBe('Seu pedido')
    expect(brazilian.html).toContain('Veja')
    expect(brazilian.html).toContain('lang="pt-BR"')
    expect(brazilian.report.warnings).toEqual([])
    const hebrew = await generate('he')
    expect(hebrew.html).toMatch(/lang="he"[^>]*dir="rtl"|dir="rtl"[^>]*lang="he"/)
  })

  test('that is not all there says what is missing', async () => {
    expect((await generate('he')).report.warnings).toEqual([
      { code: 'NOT_TRANSLATED', message: 'subject is not translated to he; the original text is used.' },
      { code: 'NOT_TRANSLATED', node_id: 'go', message: 'label is not translated to he; the original text is used.' },
    ])
    expect((await generate('fr')).report.warnings).toHaveLength(3)
    expect((await generate('en-GB')).report.warnings).toEqual([])
    // The same again, from memory.
    expect((await generate('he')).report.warnings).toHaveLength(2)
  })

  test('that was made of other words says what is out of date', async () => {
    const sources = { pt: { 'words.text': 'of-other-words', 'meta.subject': hashSource('Your order') } }
    const send = { document: { ...document, translations: { ...document.translations, sources } }, locale: 'pt-BR' }
    const { body } = await ask(service, { call: 'POST /v1/templates/generate', send })
    expect((body as Email).text).toStartWith('Obrigado')
    expect((body as Email).report.warnings.filter(({ code }) => code === 'TRANSLATION_OUTDATED')).toEqual([
      { code: 'TRANSLATION_OUTDATED', node_id: 'words', message: 'text has changed since it was translated to pt-BR.' },
    ])
  })

  test('of a stored template is shown with its samples', async () => {
    const id = await service.create({ name: 'Order', type: 'transactional', document })
    const { body } = await ask(service, { call: `GET /v1/templates/${id}/html?data=sample&locale=pt-BR` })
    expect((body as Email).text).toStartWith('Obrigado, 1.234,50')
  })
})
