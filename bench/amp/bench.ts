/**
 * Document → AMP4EMAIL on the eight starters and a document of interactive blocks: the time of writing it, of the official
 * validator on it once it is warm, and its bytes beside those of the HTML of the same document. No other tool writes AMP
 * from a document, so the peer is our own HTML of a document that was never seen.
 */
import { validateAmp } from '../../src/app/tasks/validate-amp.ts'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../src/email/document/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { cleanAmpCss, cleanAmpHtml } from '../../src/email/sanitize/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { median, printTable } from '../table.ts'

const rounds = 5
const rendersPerRound = 100
const checksPerRound = 20

const slide = { src: 'https://cdn.example.com/slide.jpg', alt: 'A slide', href: 'https://example.com/' }
const blocks = [
  { type: 'carousel', items: Array.from({ length: 5 }, () => slide) },
  {
    type: 'accordion',
    items: Array.from({ length: 8 }, () => ({ title: 'Question', text: '<p>Its <b>answer</b>.</p>' })),
  },
  {
    type: 'form',
    action: 'https://example.com/answers',
    inputs: ['name', 'city', 'why'].map((name) => ({ name, label: name, type: 'text' })),
    submitLabel: 'Send',
  },
  {
    type: 'dynamicList',
    src: 'https://example.com/items.json',
    path: 'items',
    as: 'item',
    blocks: [{ type: 'text', text: '{{ item.name }}, {{ item.price }}' }],
  },
]
const interactive = {
  key: 'interactive',
  document: { meta: { title: 'Interactive' }, rows: [{ type: 'section', columns: [{ blocks }] }] },
  data: { items: [{ name: 'Coat', price: '60' }] },
}

const cases = [...starters, interactive].map(({ data, document: input, key }) => {
  const read = readDocument(input, blockTypes)
  if (!('document' in read)) throw new Error(`${key}: ${JSON.stringify(read.issues)}`)
  return { key, data, document: read.document }
})

const render = (document: EmailDocument, data: unknown, output: 'amp' | 'html') =>
  renderEmail(document, blockTypes, {
    data,
    target: 'data',
    outputs: [output],
    cdnUrl: 'https://cdn.example.com',
    cleanAmpCss,
    cleanAmpHtml,
  })

function time(calls: number, call: () => unknown): number {
  const figures: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    for (let i = 0; i < calls; i++) call()
    if (round > 0) figures.push((performance.now() - start) / calls)
  }
  return median(figures)
}

async function timeChecks(call: () => Promise<unknown>): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    for (let i = 0; i < checksPerRound; i++) await call()
    if (round > 0) figures.push((performance.now() - start) / checksPerRound)
  }
  return median(figures)
}

for (const { document, data } of cases) for (let i = 0; i < rendersPerRound; i++) render(document, data, 'amp')

const rows: (string | number)[][] = []
for (const { key, document, data } of cases) {
  const copies = Array.from({ length: rendersPerRound * (rounds + 1) }, () => structuredClone(document))
  let at = 0
  const writing = time(rendersPerRound, () => render(document, data, 'amp'))
  const html = time(rendersPerRound, () => render(copies[at++] ?? document, data, 'html'))
  const { amp = '', ampToCheck } = render(document, data, 'amp')
  if (ampToCheck === undefined) throw new Error(`${key} has no AMP part`)
  const findings = await validateAmp(ampToCheck)
  const checking = await timeChecks(() => validateAmp(ampToCheck))
  const htmlBytes = Buffer.byteLength(render(document, data, 'html').html ?? '')
  const ampBytes = Buffer.byteLength(amp)
  rows.push([key, writing.toFixed(3), html.toFixed(3), checking.toFixed(2), findings.length, ampBytes, htmlBytes])
}
printTable(['document', 'AMP ms', 'HTML cold ms', 'validation ms', 'findings', 'AMP bytes', 'HTML bytes'], rows)
