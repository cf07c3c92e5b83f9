import { describe, expect, test } from 'bun:test'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { compositions } from './compositions.ts'
import { blockTypes, readSample, renderEmail } from './compose.ts'
import { expectGolden, orphans } from './golden.ts'
import { pretty } from './pretty.ts'

describe('the HTML of complete emails equals its golden files', () => {
  for (const [name, { document, data }] of Object.entries(compositions)) {
    const options = { ...(data === undefined ? {} : { data }), cdnUrl: 'https://cdn.example.com', now: 0 }

    test(name, () => {
      const { html = '', text = '' } = renderEmail(readSample(document), blockTypes, options)
      expectGolden(`documents/${name}.html`, pretty(html))
      expectGolden(`documents/${name}.txt`, text)
    })

    test(`${name} as Liquid`, () => {
      const { html = '' } = renderEmail(readSample(document), blockTypes, { ...options, target: 'passthrough' })
      expectGolden(`documents/${name}.liquid.html`, pretty(html.slice(html.indexOf('<body'))))
    })

    test(`${name}: without the editor's markers, the bytes equal production`, () => {
      const read = readSample(document)
      const { html = '' } = renderEmail(read, blockTypes, options)
      const { html: marked = '' } = renderEmail(read, blockTypes, { ...options, mode: 'editor' })
      const ids = [...marked.matchAll(/ data-n="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(4)
      expect(marked.replace(/ data-n="[^"]*"/g, '')).toBe(html)
    })

    test(`${name}: a second rendering, and one of a copy, has the same bytes`, () => {
      const read = readSample(document)
      const first = renderEmail(read, blockTypes, options)
      expect(renderEmail(read, blockTypes, options)).toEqual(first)
      expect(renderEmail(structuredClone(read), blockTypes, options)).toEqual(first)
    })
  }

  test('every golden file belongs to a document', () => {
    const names = Object.keys(compositions).flatMap((name) => [
      `${name}.html`,
      `${name}.txt`,
      `${name}.liquid.html`,
      `${name}.amp.html`,
    ])
    expect(orphans('documents', names)).toEqual([])
  })
})

describe('the canvas of every starter, without its markers, has the bytes of production', () => {
  for (const { key, document, data } of starters)
    test(key, () => {
      const read = readSample(document)
      const options = { data, now: 0, cdnUrl: 'https://cdn.example.com' }
      const { html } = renderEmail(read, blockTypes, options)
      const { html: marked = '' } = renderEmail(read, blockTypes, { ...options, mode: 'editor' })
      expect(marked.replace(/ data-n="[^"]*"/g, '')).toBe(html ?? '')
    })
})
