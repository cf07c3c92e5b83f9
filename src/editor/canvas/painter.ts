import type { EmailDocument, NodeId, Row } from '../../email/document/index.ts'
import { type IsKept, morph, morphAttributes, morphChildren } from './morph.ts'
import type { RenderedPage } from './canvas-renderer.ts'
import { addStandIns, removeStandIns } from './stand-ins.ts'
import { createHtmlReader } from './trusted.ts'

type Render = (document: EmailDocument) => RenderedPage

export interface Painter {
  /** Shows the first rendering, made by the service. */
  begin(document: EmailDocument, html: string): void
  /** Paints changed rows; the block with the id `editing` is not touched. */
  paint(document: EmailDocument, renderPage: Render, editing?: NodeId): void
  /** Paints the row of a node again, even if it did not change. */
  refresh(document: EmailDocument, renderPage: Render, id: NodeId): void
}

interface PaintedRow {
  html: string
  nodes: ChildNode[]
  /** The row whose placeholders are in the tree. */
  stoodIn?: Row | undefined
}

export function createPainter(canvas: Document): Painter {
  const reader = createHtmlReader(canvas)
  let frame = ''
  let rows = new Map<string, PaintedRow>()

  function paintFrame(html: string, isKept: IsKept): void {
    if (html === frame) return
    const wanted = reader.readPage(html)
    if (frame === '') canvas.replaceChild(canvas.adoptNode(wanted.documentElement), canvas.documentElement)
    else {
      morphAttributes(canvas.documentElement, wanted.documentElement)
      morphChildren(canvas.head, wanted.head, isKept)
      morphAttributes(canvas.body, wanted.body)
      morphAround(canvas, wanted, isKept)
    }
    frame = html
  }

  function paintRow(
    before: PaintedRow | undefined,
    { html, row }: { html: string; row?: Row },
    isKept: IsKept,
  ): PaintedRow {
    if (before?.html === html && before.stoodIn === row) return before
    for (const node of before?.nodes ?? []) removeStandIns(node)
    if (before?.html === html) return { html, nodes: before.nodes }
    const wanted = reader.readNodes(html).map((node) => canvas.adoptNode(node))
    if (before === undefined || before.nodes.length !== wanted.length) {
      for (const node of before?.nodes ?? []) node.remove()
      return { html, nodes: wanted }
    }
    const nodes = before.nodes.map((node, index) => morph(node, wanted[index] ?? node, isKept))
    return { html, nodes }
  }

  /** Adopts the first rendering if it equals the renderer's, so that its rows stay. */
  function takeOver(rendered: RenderedPage): boolean {
    const article = articleOf(canvas)
    const nodes = [...article.childNodes]
    const found = new Map<string, PaintedRow>()
    for (const { id, html } of rendered.rows) {
      const wanted = reader.readNodes(html)
      const own = nodes.splice(0, wanted.length)
      if (own.length < wanted.length || !wanted.every((node, index) => own[index]?.isEqualNode(node))) return false
      found.set(id, { html, nodes: own })
    }
    if (nodes.length > 0) return false
    rows = found
    frame = rendered.frame
    return true
  }

  /** Adds placeholders to new and repainted rows. */
  function standIn(document: EmailDocument): void {
    for (const row of document.rows) {
      const painted = rows.get(row.id)
      if (painted === undefined || painted.stoodIn === row) continue
      addStandIns(painted.nodes, row)
      painted.stoodIn = row
    }
  }

  return {
    begin(document, html) {
      canvas.replaceChild(canvas.adoptNode(reader.readPage(html).documentElement), canvas.documentElement)
      for (const row of document.rows) addStandIns([...canvas.body.childNodes], row)
    },
    paint(document, renderPage, editing) {
      const isKept: IsKept = (element) => editing !== undefined && element.getAttribute('data-n') === editing
      const rendered = renderPage(document)
      if (frame === '') removeStandIns(canvas)
      if (frame === '' && takeOver(rendered)) return standIn(document)
      paintFrame(rendered.frame, isKept)
      const known = new Map(document.rows.map((row) => [row.id, row]))
      const next = new Map<string, PaintedRow>()
      for (const { id, html } of rendered.rows) {
        const row = known.get(id)
        next.set(id, paintRow(rows.get(id), row === undefined ? { html } : { html, row }, isKept))
      }
      for (const [id, row] of rows) if (!next.has(id)) for (const node of row.nodes) node.remove()
      rows = next
      putInOrder(articleOf(canvas), rows)
      standIn(document)
    },
    refresh(document, renderPage, id) {
      for (const row of rows.values()) {
        if (row.html.includes(`data-n="${id}"`)) row.html = ''
      }
      this.paint(document, renderPage)
    },
  }
}

function articleOf(canvas: Document): Element {
  return canvas.body.lastElementChild ?? canvas.body
}

function putInOrder(article: Element, rows: ReadonlyMap<string, PaintedRow>): void {
  let at: ChildNode | null = article.firstChild
  for (const { nodes } of rows.values()) {
    for (const node of nodes) {
      if (node === at) at = at.nextSibling
      else article.insertBefore(node, at)
    }
  }
}

// Updates the content before the article (preheader, VML of the page); rows in the article are painted one by one.
function morphAround(canvas: Document, wanted: Document, isKept: IsKept): void {
  const [article, next] = [articleOf(canvas), articleOf(wanted)]
  morphAttributes(article, next)
  const kept = [...article.childNodes]
  article.replaceChildren()
  morphChildren(canvas.body, wanted.body, isKept)
  articleOf(canvas).append(...kept)
}
