import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { findImages, importHtml, moveImages } from '../../../src/email/import/index.ts'
import { processorMs } from '../../support/processor-time.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = `data:image/png;base64,${dot}`
const moved = (source: string) => moveImages(source, findImages(source), ({ format }) => `/cdn/x.${format}`)

describe('images embedded in an email', () => {
  const cases: [string, string, string][] = [
    ['in quotes', `<img src="${image}">`, '<img src="/cdn/x.png">'],
    ['in single quotes, after a space', `<img src=' ${image}'>`, "<img src=' /cdn/x.png'>"],
    ['without quotes', `<img src=${image} width=1>`, '<img src=/cdn/x.png width=1>'],
    [
      'in a style',
      `<td style="background:url(${image}) no-repeat">`,
      '<td style="background:url(/cdn/x.png) no-repeat">',
    ],
    ['in a style sheet', `a{background:url('${image}')}`, "a{background:url('/cdn/x.png')}"],
    ['among others', `<img srcset="${image} 1x, b.png 2x">`, '<img srcset="/cdn/x.png 1x, b.png 2x">'],
    ['in JSON', JSON.stringify({ html: `<img src="${image}">` }), JSON.stringify({ html: '<img src="/cdn/x.png">' })],
    [
      'in lines',
      `<img src="data:image/png;base64,\r\n ${dot.slice(0, 40)}\r\n ${dot.slice(40)}\r\n">`,
      '<img src="/cdn/x.png\r\n">',
    ],
    ['with a charset, in capitals', `<img src="DATA:image/PNG;charset=utf-8;base64,${dot}">`, '<img src="/cdn/x.png">'],
    ['twice', `"${image}" "${image}"`, '"/cdn/x.png" "/cdn/x.png"'],
  ]
  for (const [where, source, wanted] of cases)
    test(`are found ${where}`, () => {
      expect(moved(source)).toBe(wanted)
      for (const { bytes } of findImages(source)) expect(bytes).toEqual(Uint8Array.fromBase64(dot))
    })

  test('are not text, other file types, other encodings, nor truncated data', () => {
    for (const source of [
      `<p>${image}</p>`,
      `<p>It is &quot;${image}&quot;</p>`,
      `<img src="data:text/html;base64,${dot}">`,
      '<img src="data:image/svg+xml,%3Csvg/%3E">',
      '<img src="data:image/png;base64,">',
      '<img src="data:image/png;base64,%41%41">',
      '<img src="data:image/png;base64,A">',
      '<img src="data:image/png;base64,AA=A">',
    ])
      expect(moved(source)).toBe(source)
  })

  test('are found in linear time', () => {
    const pieces = ['"data:image/png;base64,AAAA', '"data:image/', '"data:image/png;a;a;a;a;', '(\n', `"${image}"`]
    const sources = [
      ...pieces.map((piece) => piece.repeat(40_000)),
      `"data:image/png;base64,${'A\n'.repeat(1_000_000)}`,
    ]
    const before = processorMs()
    for (const source of sources) findImages(source)
    expect(processorMs() - before).toBeLessThan(20_000)
  })
})

describe('the size of a known image', () => {
  const widthOf = (attributes: string, size = { width: 300, height: 60 }) => {
    const images = new Map([['/cdn/a.png', size]])
    const html = `<body><table width="600"><tr><td><img src="/cdn/a.png" ${attributes}></td></tr></table></body>`
    const { document } = importHtml({ html, images }, blockTypes)
    return (/"width":(\d+)/.exec(JSON.stringify(document['rows']).replace(/"width":\{[^}]*\}/g, '')) ?? [])[1]
  }
  test.each([
    ['', '300'],
    ['width="120"', '120'],
    ['height="30"', '150'],
    ['style="max-height:20px"', '100'],
    ['style="max-height:90px"', '300'],
    ['style="max-width:200px"', '200'],
    ['style="max-width:100%"', '300'],
  ])('%s → %s px wide', (attributes, wanted) => expect(widthOf(attributes)).toBe(wanted))

  test('fills the container when it is larger', () => {
    expect(widthOf('', { width: 1200, height: 400 })).toBeUndefined()
  })
})
