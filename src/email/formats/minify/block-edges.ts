const tableParts = new Set('table tbody thead tfoot tr td th caption colgroup col'.split(' '))
const blocks = new Set('div p h1 h2 h3 h4 h5 h6 ul ol li blockquote center hr html body'.split(' '))
const headParts = new Set('head meta link title style base'.split(' '))
const voids = new Set('col hr meta link base'.split(' '))
const inlineDisplay = /display\s*:\s*(?:inline|contents)/i

/**
 * Context beside white space. `block`: a line begins or ends here, so white space does not show. `parts`: inside a
 * table structure, white space does not show unless text follows on its other side, which browsers move out of the
 * table together with it. `text`: white space may show.
 */
export type Neighbor = 'block' | 'parts' | 'text'

export interface Sides {
  before: Neighbor
  after: Neighbor
}

const inText: Sides = { before: 'text', after: 'text' }
const blockSides: Sides = { before: 'block', after: 'block' }
const partSides: Sides = { before: 'parts', after: 'parts' }
const cells = new Set(['td', 'th', 'caption'])

type Attributes = readonly { name: string; value: string }[]

/**
 * Determines the tags beside which white space does not show: the edges of blocks begin or end a line. Style sheets
 * and style attributes that render a block inline are taken into account. Tags must be passed in text order.
 */
export class BlockEdges {
  readonly #inline: ReadonlySet<string>
  // Sides of the closing tags of open elements, by element name.
  readonly #open = new Map<string, Sides[]>()
  #isHead = true

  constructor(sheets: readonly string[]) {
    this.#inline = inlineNames(sheets)
  }

  start(name: string, attributes: Attributes): Sides {
    const sides = this.#isBlock(name, attributes) ? sidesOf(name) : inText
    if (!voids.has(name)) this.#stackOf(name).push({ before: sides.after, after: sides.before })
    return sides
  }

  end(name: string): Sides {
    return this.#stackOf(name).pop() ?? inText
  }

  #isBlock(name: string, attributes: Attributes): boolean {
    if (headParts.has(name)) return this.#isHead
    if (name !== 'html') this.#isHead = false
    return (tableParts.has(name) || blocks.has(name)) && !this.#isInline(name, attributes)
  }

  #isInline(element: string, attributes: Attributes): boolean {
    if (this.#inline.has('*') || this.#inline.has(element)) return true
    return attributes.some(({ name, value }) => {
      if (name === 'style') return inlineDisplay.test(value)
      if (name === 'id') return this.#inline.has(`#${value}`)
      return name === 'class' && value.split(/\s+/).some((one) => this.#inline.has(`.${one}`))
    })
  }

  #stackOf(name: string): Sides[] {
    let stack = this.#open.get(name)
    if (stack === undefined) this.#open.set(name, (stack = []))
    return stack
  }
}

/** True if white space between the two can be removed. */
export function hidesSpace(before: Neighbor, after: Neighbor): boolean {
  return before === 'block' || after === 'block' || (before === 'parts' && after === 'parts')
}

function sidesOf(name: string): Sides {
  if (name === 'table') return { before: 'block', after: 'parts' }
  if (cells.has(name)) return { before: 'parts', after: 'block' }
  return tableParts.has(name) ? partSides : blockSides
}

// Element names that end selectors of such rules; `*` for a selector that ends in none.
function inlineNames(sheets: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (const sheet of sheets) {
    if (!inlineDisplay.test(sheet)) continue
    for (const rule of sheet.split('}')) {
      const [selectors = '', declarations = ''] = rule.split('{').slice(-2)
      if (!inlineDisplay.test(declarations)) continue
      for (const selector of selectors.split(',')) {
        const subject =
          selector
            .trim()
            .split(/[\s>+~]+/)
            .at(-1) ?? ''
        const found = subject.match(/[.#]?-?[A-Za-z_][\w-]*/g) ?? ['*']
        for (const name of subject.startsWith(':') || subject.startsWith('[') ? ['*'] : found.slice(0, 1))
          names.add(name)
      }
    }
  }
  return names
}
