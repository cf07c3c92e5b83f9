import { describe, expect, test } from 'bun:test'
import { compositions } from './compositions.ts'
import { blockTypes, readSample, renderEmail } from './compose.ts'
import { type Element, asBrowser, asOutlook, attributeOf, elementsOf, firstImbalance } from './views.ts'

const rendered = Object.entries(compositions).map(([name, { document, data }]) => {
  const { html = '' } = renderEmail(readSample(document), blockTypes, { data, outputs: ['html'], now: 0 })
  return { name, html }
})

describe('HTML for Outlook', () => {
  for (const { name, html } of rendered) {
    test(`${name}: every tag is closed in order, for Outlook and for other clients`, () => {
      expect(firstImbalance(asOutlook(html))).toBeUndefined()
      expect(firstImbalance(asBrowser(html))).toBeUndefined()
    })

    test(`${name}: no conditional comment is nested`, () => {
      let open = ''
      for (const [mark] of html.matchAll(/<!--\[if !mso\]><!-->|<!--\[if mso\]>|<!--<!\[endif\]-->|<!\[endif\]-->/g)) {
        if (mark.startsWith('<!--[if')) {
          expect(open).toBe('')
          open = mark
        } else {
          expect(mark === '<!--<![endif]-->').toBe(open === '<!--[if !mso]><!-->')
          open = ''
        }
      }
      expect(open).toBe('')
    })

    test(`${name}: cells of a row in px add up to their table, and tables fit into their cells`, () => {
      for (const table of elementsOf(asOutlook(html)).filter(({ tagName }) => tagName === 'table')) {
        const width = pixels(table)
        const cells = rowOf(table).map(pixels)
        if (width === undefined || cells.length === 0 || cells.some((one) => one === undefined)) continue
        expect(cells.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(width)
        const around = roomOf(table)
        if (around !== undefined) expect(width).toBeLessThanOrEqual(around)
      }
    })

    test(`${name}: every image has a width`, () => {
      for (const image of elementsOf(asOutlook(html)).filter(({ tagName }) => tagName === 'img')) {
        const width = Number(attributeOf(image, 'width'))
        expect(width).toBeGreaterThan(0)
        expect(width).toBeLessThanOrEqual(roomOf(image) ?? 600)
      }
    })

    test(`${name}: VML shapes are closed, each with its fill`, () => {
      const outlook = asOutlook(html)
      const count = (text: string) => outlook.split(text).length - 1
      expect(count('<v:rect ')).toBe(count('</v:rect>'))
      expect(count('<v:textbox ')).toBe(count('<v:rect ') - count('<v:group '))
      expect(count('<v:roundrect')).toBe(count('</v:roundrect>'))
      expect(count('<v:fill ')).toBe(count('<v:rect ') + count('<v:background ') + count('<v:oval '))
      expect(asBrowser(html)).not.toContain('<v:')
    })

    test(`${name}: no shape is in the text box of another, which Word does not render`, () => {
      for (const box of elementsOf(asOutlook(html)).filter(({ tagName }) => tagName === 'v:textbox'))
        expect(insideOf(box).filter(({ tagName }) => tagName.startsWith('v:'))).toEqual([])
    })
  }
})

function insideOf(element: Element): Element[] {
  return childrenOf(element).flatMap((child) => [child, ...insideOf(child)])
}

function pixels(element: Element): number | undefined {
  const width = attributeOf(element, 'width')
  return width !== undefined && /^\d+$/.test(width) ? Number(width) : undefined
}

function rowOf(table: Element): Element[] {
  const body = childrenOf(table).find(({ tagName }) => tagName === 'tbody') ?? table
  const row = childrenOf(body).find(({ tagName }) => tagName === 'tr')
  return row === undefined ? [] : childrenOf(row).filter(({ tagName }) => tagName === 'td')
}

function childrenOf(element: Element): Element[] {
  return element.childNodes.filter((node): node is Element => 'tagName' in node)
}

/** The width in px of the next cell around that says one. */
function roomOf(element: Element): number | undefined {
  for (let node = element.parentNode; node !== null && 'tagName' in node; node = node.parentNode) {
    if ((node.tagName === 'td' || node.tagName === 'table') && pixels(node) !== undefined) return pixels(node)
    if (!('parentNode' in node)) break
  }
  return undefined
}
