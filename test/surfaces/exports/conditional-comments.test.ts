import { expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { outlookReaders } from '../../support/outlook-reader.ts'
import { readZip } from '../../support/read-zip.ts'
import { ask } from '../../support/scenario.ts'
import { startService } from '../../support/service.ts'

const attack =
  '<p>x</p><![endif]--><!--[if !mso]><!--><b title="<!--[if mso]>">y</b><!--[if mso]>{{ x }}<!--[if !mso]><!-->--!><![if !mso]>'
const html = (rest: object = {}) => ({ type: 'html', html: attack, ...rest })
const rows = [
  { type: 'section', hide: { desktop: true }, columns: [{ blocks: [html(), { type: 'text', text: 'PHONE' }] }] },
  {
    type: 'section',
    columns: [
      { blocks: [html({ hide: { desktop: true } }), { type: 'text', text: 'PHONE', hide: { desktop: true } }] },
    ],
  },
  { type: 'section', columns: [{ blocks: [html(), { type: 'text', text: 'SEEN' }] }] },
]

test('hostile conditional comments open and hide nothing in pages, previews, generated emails and exports', async () => {
  const service = await startService({ dialect: 'sqlite' })
  const fields = [{ path: 'x', type: 'string', sample: '<![endif]-->' }]
  const template_id = await service.create({
    name: 'T',
    type: 'other',
    document: { meta: { title: 'T', lang: 'en' }, fields, rows },
  })
  const answer = async (call: string, send?: object) =>
    (await ask(service, send === undefined ? { call } : { call, send })).body
  const pages: [string, string][] = []
  for (const query of ['', '?data=sample']) {
    const { html: page } = (await answer(`GET /v1/templates/${template_id}/html${query}`)) as { html: string }
    pages.push([`html${query}`, page])
  }
  const generated = await answer('POST /v1/templates/generate', { template_id, data: { x: '<![endif]-->' } })
  pages.push(['generate', (generated as { html: string }).html])
  for (const input of [
    { format: 'html' },
    { format: 'zip' },
    { format: 'eml' },
    { format: 'esp', target: 'mailchimp' },
    { format: 'esp', target: 'klaviyo' },
  ]) {
    const { files } = (await answer('POST /v1/export', { template_id, ...input })) as Export
    for (const { url } of files) {
      const bytes = new Uint8Array(await (await service.handle(new Request(url))).arrayBuffer())
      const label = Object.values(input).join(' ')
      if (input.format === 'eml') pages.push([label, (await PostalMime.parse(bytes)).html ?? ''])
      else if (bytes[0] !== 0x50) pages.push([label, new TextDecoder().decode(bytes)])
      else
        for (const { name, text } of readZip(bytes))
          if (/(?<!amp)\.html$/.test(name)) pages.push([`${label} ${name}`, text])
    }
  }
  expect(pages.length).toBeGreaterThanOrEqual(7)
  for (const [name, page] of pages.filter(([, text]) => text.toLowerCase().startsWith('<!doctype')))
    for (const [reader, read] of Object.entries(outlookReaders)) {
      const seen = read(page).match(/PHONE|SEEN/g)
      expect({ name, reader, seen }).toEqual({ name, reader, seen: ['SEEN'] })
    }
})
