import { type EmailDocument, type Marks, type RichText, type Run, parseRichText } from '../../document/index.ts'
import type { Edit } from './find-edits.ts'

type Loose = Record<string, unknown>

/** The document with each edit in the node it belongs to, wherever a property of that says what was changed. */
export function applyEdits(document: EmailDocument, edits: readonly Edit[], cdnUrl: string): EmailDocument {
  if (edits.length === 0) return document
  const byNode = Map.groupBy(edits, (edit) => edit.node)
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]))
    const own = typeof node['id'] === 'string' && typeof node['type'] === 'string' ? byNode.get(node['id']) : undefined
    return own === undefined ? node : own.reduce((edited, edit) => applyEdit(edited, edit, { document, cdnUrl }), node)
  }
  const meta = metaWith(document, byNode.get('') ?? [])
  return { ...document, meta, rows: visit(document.rows) as EmailDocument['rows'] }
}

// Title and preview text stand outside every node.
function metaWith(document: EmailDocument, edits: readonly Edit[]): EmailDocument['meta'] {
  const meta = { ...document.meta }
  for (const edit of edits) {
    if (edit.kind === 'text' && meta.preheader !== undefined && plain(edit.from) === meta.preheader)
      meta.preheader = plain(edit.to)
    if (edit.kind === 'attribute' && edit.name === 'aria-label' && edit.from === meta.title) meta.title = edit.to
  }
  return meta
}

function plain(text: string): string {
  return text.replace(/[\u034f\u200c\u00a0]+$/, '')
}

interface Around {
  document: EmailDocument
  cdnUrl: string
}

function applyEdit(node: Loose, edit: Edit, around: Around): Loose {
  if (edit.kind === 'content') return withContent(node, edit.html, around.document)
  const { from, to } = edit
  if (edit.kind === 'text') return replaceIn(node, from, to) as Loose
  const short = (address: string) =>
    around.cdnUrl !== '' && address.startsWith(`${around.cdnUrl}/cdn/`) ? address.slice(around.cdnUrl.length) : address
  return replaceIn(node, short(from), short(to)) as Loose
}

const structural = new Set(['id', 'type', 'blocks', 'columns', 'rows'])

// The first property that says the old words says the new ones.
function replaceIn(value: unknown, from: string, to: string): unknown {
  let isDone = false
  const visit = (one: unknown, key: string): unknown => {
    if (isDone) return one
    if (typeof one === 'string') {
      if (one === from) {
        isDone = true
        return to
      }
      if (one.trim() === from.trim() && from.trim() !== '') {
        isDone = true
        return to.trim()
      }
      return one
    }
    if (Array.isArray(one)) return key === 'blocks' ? one : one.map((inner) => visit(inner, ''))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [
        name,
        structural.has(name) && key === 'node' && name !== 'rows' ? inner : visit(inner, name),
      ]),
    )
  }
  return visit(value, 'node')
}

function withContent(node: Loose, html: string, { theme }: EmailDocument): Loose {
  if (!Array.isArray(node['text'])) return node
  const text = parseRichText(html)
  const linkColor = theme.link?.color ?? '#0b57d0'
  const each = (runs: readonly Run[]): Run[] => runs.map((run) => ('break' in run ? run : unpainted(run, linkColor)))
  return {
    ...node,
    text: text.map((part) => (part.type === 'list' ? part : { ...part, runs: each(part.runs) })) satisfies RichText,
  }
}

// What the renderer adds to every link and piece of code is not the author's.
function unpainted<Kind extends Run & Marks>(run: Kind, linkColor: string): Kind {
  const out = { ...run }
  if (out.link !== undefined) {
    if (out.color === linkColor) delete out.color
    delete out.underline
  }
  if (out.code) delete out.font
  return out
}
