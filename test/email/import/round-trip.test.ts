import { expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { type Random, createRandom } from '../../support/random.ts'
import { runs } from '../../support/runs.ts'
import type { Loose } from './outline.ts'

/** Members that an import decides from the HTML; styles that only repeat the theme are not compared. */
const compared = [
  'type',
  'text',
  'level',
  'src',
  'alt',
  'href',
  'label',
  'fullWidth',
  'width',
  'height',
  'thickness',
  'color',
  'line',
]

test('a document that was rendered and imported again has the same sections, columns and blocks', () => {
  const random = createRandom(Number(process.env['SVC_TEST_SEED'] ?? 20_261_129))
  for (let run = 0; run < runs(150); run++) {
    const rows = Array.from({ length: 1 + random.integer(3) }, () => randomSection(random))
    const original = read({ schema: 'svc.email/1', meta: { title: 'Round trip' }, body: { width: 600 }, rows })
    const { html = '' } = renderEmail(original, blockTypes, { outputs: ['html'] })
    const { document, report } = importHtml({ html }, blockTypes)
    expect(report).toMatchObject({ native_share: 1, words_kept: 1, links_kept: 1, images_kept: 1 })
    const again = read(document)
    expect(outline(again.rows), `run ${run}\n${html}`).toEqual(outline(original.rows))
  }
})

function read(document: unknown) {
  const result = readDocument(document, blockTypes)
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  return result.document
}

function outline(rows: readonly unknown[]): unknown[] {
  return (rows as readonly Loose[]).map((section) =>
    (section['columns'] as Loose[]).map((column) => {
      const blocks = column['blocks'] as Loose[]
      const around = sum(paddingOf(section), paddingOf(section, 'box'), paddingOf(column))
      return blocks.map((block, at) => {
        const style = (block['style'] ?? {}) as Loose
        const [top = 0, right = 0, bottom = 0, left = 0] = around
        const outer = [at === 0 ? top : 0, right, at === blocks.length - 1 ? bottom : 0, left]
        // Of an image as wide as its column, HTML has the rendered size, not that of the file.
        const size =
          style['width'] === '100%'
            ? { width: 3, height: Math.round((3 * Number(block['height'])) / Number(block['width'])) }
            : {}
        return {
          ...Object.fromEntries(compared.flatMap((name) => (block[name] === undefined ? [] : [[name, block[name]]]))),
          ...size,
          shown: { width: style['width'], align: style['align'] ?? 'left', padding: sum(outer, paddingOf(block)) },
        }
      })
    }),
  )
}

// The padding of a lone block may be that of its column or section.
function paddingOf(node: Loose, layer = 'style'): number[] {
  return ((node[layer] as Loose | undefined)?.['padding'] ?? [0, 0, 0, 0]) as number[]
}

function sum(...boxes: readonly (readonly number[])[]): number[] {
  return [0, 1, 2, 3].map((side) => boxes.reduce((total, box) => total + (box[side] ?? 0), 0))
}

function randomSection(random: Random): Loose {
  const widths = random.pick([[1], [1, 1], [1, 1, 1], [40, 60], [30, 70]])
  return {
    type: 'section',
    box: random.pick([{}, { background: '#f4f1ea' }]),
    columns: widths.map((fr) => ({ type: 'column', width: { fr }, blocks: randomBlocks(random) })),
  }
}

// Neighbors of one type may become one block, and space beside space one spacer.
function randomBlocks(random: Random): Loose[] {
  const blocks: Loose[] = []
  const count = 2 + random.integer(3)
  while (blocks.length < count) {
    const block = randomBlock(random)
    if (block['type'] !== blocks.at(-1)?.['type']) blocks.push(block)
  }
  return blocks
}

function randomBlock({ integer, pick }: Random): Loose {
  const word = () => pick(['Summer', 'offer', 'Tomorrow', 'größer', '24', 'news & more'])
  const align = pick(['left', 'center', 'right'])
  const padding = [2 + integer(20), 4 + integer(30), 2 + integer(20), 4 + integer(30)]
  const href = `https://example.com/${integer(1000)}?a=1&b=2`
  return pick<() => Loose>([
    () => ({
      type: 'text',
      text: pick([
        `<p>${word()} <b>${word()}</b> ${word()}</p>`,
        `<p><a href="${href.replaceAll('&', '&amp;')}">${word()}</a>, <i>${word()}</i><br>${word()}</p>`,
        `<ul><li>${word()}</li><li>${word()} <b>${word()}</b></li></ul>`,
      ]),
      style: { align, padding, ...pick([{}, { size: 12 + integer(20), color: '#8a1c3b' }]) },
    }),
    () => ({ type: 'heading', level: 1 + integer(4), text: `${word()} ${word()}`, style: { align, padding } }),
    () => ({
      type: 'image',
      src: `https://example.com/${integer(1000)}.png`,
      alt: word(),
      width: 20 + integer(80),
      height: 20 + integer(300),
      ...(integer(2) === 0 ? { href } : {}),
      style: { align, padding },
    }),
    () => ({
      type: 'image',
      src: `https://example.com/${integer(1000)}.png`,
      alt: '',
      width: 1200,
      height: 800,
      style: { width: '100%', padding },
    }),
    () => ({
      type: 'button',
      label: word(),
      href,
      ...pick([
        { fullWidth: true, style: { padding } },
        { style: { align, padding } },
        { style: { align, padding, width: 160 + integer(40) } },
      ]),
    }),
    () => ({
      type: 'divider',
      thickness: 1 + integer(5),
      color: '#1f5eff',
      line: pick(['solid', 'dashed', 'dotted']),
      style: { padding, ...pick([{}, { width: '50%', align: 'center' }, { width: 100, align: 'center' }]) },
    }),
    () => ({ type: 'spacer', height: 8 + integer(60) }),
  ])()
}
