import { type DOMOutputSpec, type Mark, Schema } from 'prosemirror-model'
import type { Link } from '../../email/document/index.ts'
import { cssColor, cssFont } from './style.ts'

const inside = (element: string, style?: string): DOMOutputSpec => [element, style === undefined ? {} : { style }, 0]
const valued = (style: (value: string) => string, more: Record<string, string> = {}) => ({
  attrs: { value: {} },
  toDOM: (mark: Mark): DOMOutputSpec => ['span', { ...more, style: style(String(mark.attrs['value'])) }, 0],
})

/**
 * Rich text of the document as a ProseMirror schema, lossless in both directions. Marks are ordered like their
 * elements, outermost first.
 */
export const richSchema = new Schema({
  topNode: 'doc',
  nodes: {
    // `isNothing` marks empty rich text, which has no paragraph; ProseMirror requires one.
    doc: { content: '(paragraph | list)+', attrs: { isNothing: { default: false } } },
    paragraph: {
      content: 'inline*',
      attrs: { align: { default: undefined }, level: { default: undefined } },
      toDOM({ attrs: { align, level } }) {
        return inside(level === undefined ? 'p' : `h${String(level)}`, align && `text-align:${String(align)}`)
      },
    },
    list: {
      content: 'item*',
      attrs: { ordered: { default: false }, spacing: { default: undefined } },
      toDOM({ attrs: { ordered, spacing } }) {
        const style = spacing === undefined ? undefined : `display:flex;flex-direction:column;gap:${String(spacing)}px`
        return inside(ordered === true ? 'ol' : 'ul', style)
      },
    },
    item: { content: 'paragraph list*', defining: true, toDOM: () => inside('li') },
    text: { group: 'inline' },
    lineBreak: { inline: true, group: 'inline', selectable: false, linebreakReplacement: true, toDOM: () => ['br'] },
    tag: { inline: true, group: 'inline', atom: true, attrs: { tag: {} }, toDOM: () => ['span'] },
  },
  marks: {
    color: valued((value) => `color:${cssColor(value)}`, { 'data-ink': '' }),
    background: valued((value) => `background-color:${cssColor(value)}`),
    font: valued((value) => `font-family:${cssFont(value)}`),
    size: valued((value) => `font-size:${value}px`),
    link: {
      attrs: { link: {} },
      inclusive: false,
      toDOM(mark) {
        const { underline } = mark.attrs['link'] as Link
        return inside('a', underline === false ? 'text-decoration:none' : undefined)
      },
    },
    bold: { toDOM: () => inside('strong') },
    italic: { toDOM: () => inside('em') },
    underline: { toDOM: () => inside('u') },
    strike: { toDOM: () => inside('s') },
    sup: { toDOM: () => inside('sup', 'line-height:0') },
    sub: { toDOM: () => inside('sub', 'line-height:0') },
    code: { toDOM: () => inside('code', 'font-family:Consolas,Menlo,monospace') },
  },
})

/** One line with merge tags, such as the label of a button. */
export const lineSchema = new Schema({
  topNode: 'doc',
  nodes: {
    doc: { content: 'inline*' },
    text: { group: 'inline' },
    tag: { inline: true, group: 'inline', atom: true, attrs: { tag: {} }, toDOM: () => ['span'] },
  },
})

/** Boolean marks. */
export const flags = ['bold', 'italic', 'underline', 'strike', 'sup', 'sub', 'code'] as const
/** Marks with a value. */
export const values = ['color', 'background', 'font', 'size'] as const
