import { type EmailDocument, type Node, withLists } from '../document/index.ts'
import { addLinkParameters, addUrlParameters } from '../formats/index.ts'
import { isRawLiquid } from '../render/index.ts'
import { type Utm, printEncodedTag, utmParameters } from './parameters.ts'

/** Members of a node that contain nodes, or are no links. */
const apart = new Set(['id', 'type', 'columns', 'blocks', 'fallback', 'each', 'when', 'style', 'mobile', 'dark'])

/**
 * The document with campaign parameters in its web links, except those with a role. `isEncodedLater` if it is rendered for an
 * ESP, whose language encodes values in URLs; Liquid is written with a filter.
 */
export function addUtmToDocument(document: EmailDocument, utm: Utm, isEncodedLater = false): EmailDocument {
  const inLiquid = utmParameters(utm, printEncodedTag)
  const inData = isEncodedLater ? utmParameters(utm) : inLiquid
  const write: Writers = {
    url: (url) => addUrlParameters(url, inData),
    // Liquid beyond the data language is run as it is, and nothing else encodes its values.
    html: (html) => addLinkParameters(html, isRawLiquid(html) ? inLiquid : inData),
  }
  return { ...document, rows: nodesWith(document.rows, write) as EmailDocument['rows'] }
}

interface Writers {
  url(url: string): string
  html(html: string): string
}

function nodesWith(nodes: readonly Node[], write: Writers): readonly Node[] {
  return nodes.map((node) => {
    const own: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(node)) {
      const isApart = apart.has(key) || (key === 'rows' && node.type === 'group')
      own[key] = isApart ? value : valueWith(value, key, write)
    }
    return withLists({ ...node, ...own }, (list) => nodesWith(list, write))
  })
}

function valueWith(value: unknown, key: string, write: Writers): unknown {
  if (typeof value === 'string') return key === 'href' ? write.url(value) : key === 'html' ? write.html(value) : value
  if (Array.isArray(value)) return value.map((item: unknown) => valueWith(item, key, write))
  if (typeof value !== 'object' || value === null) return value
  // A link of the ESP.
  if (key === 'link' && 'role' in value && value.role !== undefined) return value
  return Object.fromEntries(Object.entries(value).map(([inner, member]) => [inner, valueWith(member, inner, write)]))
}
