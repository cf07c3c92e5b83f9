import { blockTypes } from '../../email/blocks/index.ts'
import type { Block, Column, EmailDocument, Node, Section, Style } from '../../email/document/index.ts'
import {
  type ComputedStyle,
  addLayer,
  inheritText,
  assignInherited,
  plainText,
  textProperties,
} from '../../email/render/index.ts'
import type { Outline } from '../state/index.ts'

/** Inherited style of a node: theme, element, classes and parents, as in the renderer. */
export function inheritedStyle(document: EmailDocument, outline: Outline, node: Node): ComputedStyle {
  const { theme } = document
  const type = blockTypes.get(node.type)
  let style = elementStyle(theme, node)
  for (const name of node.classes ?? []) style = addLayer(style, theme.classes?.[name])
  return assignInherited({ ...style }, surroundings(outline, node), type?.inherits ?? textProperties)
}

/** Style that the theme and the defaults of its type give a node, before classes and parents. */
export function elementStyle(theme: EmailDocument['theme'], node: { type: string }): ComputedStyle {
  let style: ComputedStyle = { weight: 400, ...plainText, ...theme.text }
  for (const layer of blockTypes.get(node.type)?.element?.(node as never, theme) ?? []) style = addLayer(style, layer)
  return style
}

/** Resolves a theme color to a CSS color; undefined for none. */
export function shownColor({ theme }: EmailDocument, color: unknown): string | undefined {
  if (typeof color !== 'string') return undefined
  const name = /^\$color\.(.+)$/.exec(color)?.[1]
  return name === undefined ? color : theme.colors[name]?.light
}

function surroundings(outline: Outline, node: Node): ComputedStyle {
  const above: Node[] = []
  for (let entry = outline.entries.get(node.id); entry !== undefined;) {
    entry = outline.entries.get(entry.parent)
    if (entry !== undefined) above.unshift(entry.node)
  }
  return above.reduce<ComputedStyle>((around, one) => inheritText(around, styleOf(one), one.dark), {})
}

function styleOf(node: Node): Style | undefined {
  const { box, band } = node as Section
  if (node.type === 'section') return box === undefined ? band : { ...band, ...box }
  return (node as Column | Block).style
}
