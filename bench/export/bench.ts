/**
 * Exports: an email of 40 blocks with fields, conditions and system links, written for ESPs of several
 * families, beside the same email rendered without a provider; and an archive with twelve images.
 */
import { blockTypes } from '../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../src/email/document/index.ts'
import { type Provider, ProviderLanguage, adaptPage, providers } from '../../src/email/esp/index.ts'
import { rewriteImages, zipEmail } from '../../src/email/formats/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { createRandom } from '../../test/support/random.ts'
import { median, printTable } from '../table.ts'

const rounds = 5
const callsPerRound = 60
const shown = ['mailchimp', 'klaviyo', 'sendgrid', 'customerio', 'campaign-monitor', 'salesforce-marketing-cloud']

const json = JSON.stringify(emailOf(40))

/** Milliseconds a call on a document never seen before; median over the rounds. */
async function time(call: (document: EmailDocument) => unknown): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const documents = Array.from({ length: callsPerRound }, read)
    const start = performance.now()
    for (const document of documents) await call(document)
    if (round > 0) figures.push((performance.now() - start) / callsPerRound)
  }
  return median(figures)
}

const plain = await time((document) => renderEmail(document, blockTypes, { target: 'passthrough' }))
const rows = [['as Liquid, without a provider', plain.toFixed(2), '']]
for (const id of shown) {
  const provider = providers.get(id) as Provider
  const ms = await time((document) => exportTo(provider, document))
  rows.push([provider.name, ms.toFixed(2), `${exportTo(provider, read()).length}`])
}
const everywhere = await time((document) => [...providers.values()].map((provider) => exportTo(provider, document)))
rows.push([`all ${providers.size} targets, a target`, (everywhere / providers.size).toFixed(2), ''])
printTable(['40 blocks → HTML and text for', 'ms', 'bytes of HTML'], rows)

const random = createRandom(3)
const images = Array.from({ length: 12 }, (_, at) => ({
  name: `images/${at}.jpg`,
  content: Uint8Array.from({ length: 60_000 }, () => random.integer(256)),
}))
const map = new Map(images.map(({ name }, at) => [`https://cdn.example.com/cdn/${at}.jpg`, name]))
const archive = await time(async (document) => {
  const { html = '', text = '' } = renderEmail(document, blockTypes, { target: 'passthrough' })
  const files = [
    { name: 'index.html', content: rewriteImages(html, map) },
    { name: 'index.txt', content: text },
    ...images,
  ]
  return zipEmail(files)
})
console.log('')
printTable(['archive of 40 blocks and 12 images of 60 kB', 'ms'], [['page, text, images', archive.toFixed(1)]])
console.log('')
await import('./thousand.ts')

function read(): EmailDocument {
  const found = readDocument(JSON.parse(json), blockTypes)
  if (!('document' in found)) throw new Error(JSON.stringify(found.issues))
  return found.document
}

function exportTo(provider: Provider, document: EmailDocument): string {
  const language = new ProviderLanguage(provider)
  const { html = '', text = '' } = renderEmail(document, blockTypes, { target: 'passthrough', language })
  language.finish(text)
  return adaptPage(language.finish(html), provider)
}

function emailOf(blocks: number): object {
  const block = (at: number) => {
    const when = at % 8 === 0 ? { when: { op: 'eq', path: 'plan', value: 'gold' } } : {}
    if (at % 4 === 0) return { type: 'heading', text: `Offer ${at} for {{ first_name | default: "you" }}`, ...when }
    if (at % 4 === 1)
      return { type: 'image', src: `https://cdn.example.com/cdn/${at % 12}.jpg`, alt: 'Offer', width: 552 }
    if (at % 4 === 2) return { type: 'button', label: 'See {{ city }}', href: 'https://example.com/?e={{ email }}' }
    return {
      type: 'text',
      text: '<p>Dear {{ first_name }}, <strong>today only</strong>. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    }
  }
  const sections = Array.from({ length: Math.ceil(blocks / 4) }, (_, row) => ({
    type: 'section',
    columns: [{ blocks: Array.from({ length: 4 }, (_each, at) => block(row * 4 + at)) }],
  }))
  return { meta: { title: 'Measured', subject: 'For {{ first_name }}' }, rows: sections }
}
