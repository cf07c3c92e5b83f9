import { readBorder, readBox, readColor, readFont, readLength } from '../css/values.ts'
import { addLonghands } from '../css/shorthands.ts'
import type { InputNode } from '../html/rows/style.ts'
import type { Edit } from './find-edits.ts'

type StyleEdit = Extract<Edit, { kind: 'style' }>

/** Properties with the style of a node; new declarations go to the first. */
const places = ['style', 'box', 'band'] as const

/** Applies a changed declaration; returns the same node if no property expresses it. */
export function withStyleEdit(node: InputNode, edit: StyleEdit, place?: 'band'): InputNode {
  const now = readProperty(edit.name, edit.to)
  const was = readProperty(edit.name, edit.from)
  if (now === undefined) return was === undefined ? node : withoutProperty(node, was)
  const [key, value] = now
  const home = place ?? placeOf(node, key, was?.[1])
  return { ...node, [home]: { ...(node[home] as InputNode | undefined), [key]: value } }
}

function withoutProperty(node: InputNode, [key, value]: [string, unknown]): InputNode {
  const home = placeOf(node, key, value)
  const { [key]: _gone, ...rest } = (node[home] ?? {}) as InputNode
  return { ...node, [home]: rest }
}

// A section has a box and a band; the one with the old value gets the new one.
function placeOf(node: InputNode, key: string, value: unknown): string {
  const target = places.find((place) => {
    const style = node[place] as InputNode | undefined
    return style?.[key] !== undefined && JSON.stringify(style[key]) === JSON.stringify(value)
  })
  return (
    target ??
    places.find((place) => (node[place] as InputNode | undefined)?.[key] !== undefined) ??
    (node['type'] === 'section' ? 'box' : 'style')
  )
}

// A declaration as a document property; undefined if documents do not support it.
function readProperty(name: string, text: string): [string, unknown] | undefined {
  const value = parse(name, text)
  return value === undefined || value[1] === undefined ? undefined : value
}

function parse(name: string, text: string): [string, unknown] | undefined {
  if (text === '') return undefined
  const length = readLength(text)
  switch (name) {
    case 'color':
      return ['color', readColor(text)]
    case 'background':
    case 'background-color':
      return ['background', readColor(text)]
    case 'font-size':
      return ['size', length]
    case 'font-weight':
      return ['weight', /^\d+$/.test(text) ? Number(text) : text === 'bold' ? 700 : text === 'normal' ? 400 : undefined]
    case 'font-style':
      return ['italic', text === 'italic']
    case 'line-height':
      return ['lineHeight', /^[\d.]+$/.test(text) ? Number(text) : undefined]
    case 'letter-spacing':
      return ['letterSpacing', length]
    case 'font-family':
      return ['font', readFont(text)]
    case 'text-align':
      return ['align', /^(?:left|center|right|justify)$/.test(text) ? text : undefined]
    case 'text-transform':
      return ['transform', /^(?:uppercase|lowercase|capitalize|none)$/.test(text) ? text : undefined]
    case 'vertical-align':
      return ['valign', /^(?:top|middle|bottom)$/.test(text) ? text : undefined]
    case 'border-radius':
      return ['radius', length]
    case 'padding':
      return ['padding', readBox('padding', longhands('padding', text), 0, 16)]
    case 'border':
      return ['border', readBorder(longhands('border', text), 16, '#000000')]
    default:
      return undefined
  }
}

function longhands(name: string, text: string): (name: string) => string | undefined {
  const out: Record<string, string> = {}
  addLonghands(out, name, text)
  return (longhand) => out[longhand]
}
