import { DOMSerializer, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { printTagged } from '../../email/data/index.ts'
import type { Link } from '../../email/document/index.ts'
import { tagOf } from './mapping.ts'
import { richSchema } from './schema.ts'

/** The copied text as the document holds it, embedded in the HTML for other programs. */
const sliceInHtml = /^<div data-svc-text="([^"]*)">/
/** Characters; a longer text is copied as HTML only. */
const maxSliceLength = 1024 * 1024

/** Copies or cuts the selected text with its merge tags, links, styles and list spacing. */
export function copyText(view: EditorView, event: ClipboardEvent): boolean {
  const { selection } = view.state
  const data = event.clipboardData
  if (selection.empty || data === null) return false
  event.preventDefault()
  const slice = selection.content()
  const { content } = slice
  const plain = content.textBetween(0, content.size, '\n\n', (node) =>
    node.type.name === 'tag' ? printTagged([tagOf(node)]) : '\n',
  )
  data.clearData()
  data.setData('text/plain', plain)
  if (view.state.schema === richSchema) data.setData('text/html', printSlice(slice))
  const isCut = event.type === 'cut' && view.editable
  if (isCut) view.dispatch(view.state.tr.deleteSelection().scrollIntoView())
  return true
}

/** Undefined if the HTML is not from `copyText`. The document validates the result, as it does all changes. */
export function readSlice(html: string): Slice | undefined {
  const [, text] = sliceInHtml.exec(html.slice(Math.max(0, html.indexOf('<div data-svc-text="')))) ?? []
  if (text === undefined) return undefined
  try {
    const slice = Slice.fromJSON(richSchema, JSON.parse(decodeURIComponent(text)))
    for (const node of slice.content.content) node.check()
    return slice
  } catch {
    return undefined
  }
}

function printSlice(slice: Slice): string {
  const page = document.implementation.createHTMLDocument()
  const box = page.createElement('div')
  serializer.serializeFragment(slice.content, { document: page }, box)
  const json = encodeURIComponent(JSON.stringify(slice.toJSON()))
  return json.length > maxSliceLength ? box.innerHTML : `<div data-svc-text="${json}">${box.innerHTML}</div>`
}

// On the canvas links have no URL and tags show samples.
const serializer = new DOMSerializer(
  { ...DOMSerializer.nodesFromSchema(richSchema), tag: (node) => ['span', printTagged([tagOf(node)])] },
  {
    ...DOMSerializer.marksFromSchema(richSchema),
    link: (mark) => {
      const { href } = mark.attrs['link'] as Link
      return href === undefined ? ['span', 0] : ['a', { href }, 0]
    },
  },
)
