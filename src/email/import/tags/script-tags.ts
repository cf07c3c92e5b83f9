import { isPath } from '../../data/index.ts'
import { type ExtractedTag, opaque, opening } from './extracted.ts'

/**
 * The meaning of a tag `<% … %>` of EJS and its kin, whose inside is JavaScript. In linear time: in each pattern a run of
 * white space belongs to one quantifier only.
 */
export function scriptTag(source: string): ExtractedTag {
  const text = source
    .slice(2, -2)
    .replace(/^_|[-_]$/g, '')
    .trim()
  if (text.startsWith('#')) return { kind: 'comment', source }
  const value = /^([=-])\s*([\s\S]*?);?$/.exec(text)
  if (value !== null) {
    const path = pathOf(value[2] ?? '')
    if (path === undefined) return opaque(source)
    return { kind: 'value', source, liquid: value[1] === '=' ? `{{ ${path} }}` : `{{ ${path} | raw }}` }
  }
  if (/^\}\s*(?:\)\s*)?;?$/.test(text)) return { kind: 'end', source }
  if (/^\}\s*else\s*\{$/.test(text)) return { kind: 'else', source }
  const [, not, tested = ''] = /^if\s*\(\s*(?:(!)\s*)?([\w.]+)\s*\)\s*\{$/.exec(text) ?? []
  const condition = pathOf(tested)
  if (condition !== undefined)
    return { kind: 'if', source, condition: { op: not === '!' ? 'empty' : 'exists', path: condition } }
  const looped = /^for\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+([\w.]+)\s*\)\s*\{$/.exec(text)
  const each =
    looped ?? /^([\w.]+)\.forEach\(\s*(?:function\s*\(\s*)?(?:\(\s*)?(\w+)\s*(?:\)\s*)?(?:=>\s*)?\{$/.exec(text)
  if (each === null) return text.endsWith('{') ? opening(source) : opaque(source)
  const [as = '', list = ''] = looped === null ? [each[2], each[1]] : [each[1], each[2]]
  const path = pathOf(list)
  return path === undefined ? opening(source) : { kind: 'each', source, in: path, as }
}

// `locals` is all of the data.
function pathOf(text: string): string | undefined {
  const path = text.trim().replace(/^locals\./, '')
  return isPath(path) ? path : undefined
}
