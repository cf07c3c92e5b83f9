import { isPath, parseCondition, parseTagged, printTagged } from '../../data/index.ts'
import { type ExtractedTag, isLiquidWord, negate, opaque, opening } from './extracted.ts'

/** Source context of a tag `{% … %}`. */
export interface LiquidAround {
  /** True if the source contains the end tag of the word. */
  hasEnd(word: string): boolean
  /** True if a full Liquid engine can execute the source: false for Django and Jinja. */
  isRun(): boolean
}

/** The meaning of a Liquid or Jinja tag `{% … %}`, given its content. */
export function liquidTag(source: string, text: string, around: LiquidAround): ExtractedTag {
  const [, word = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(text) ?? []
  const tag = meaningOf(source, { word, rest }, around)
  // Layout blocks, translations and other unsupported tags stay unchanged.
  return isLiquidWord(word) && around.isRun() ? { ...tag, isLogic: true } : tag
}

type ControlTag = Exclude<ExtractedTag, { kind: 'value' | 'role' | 'comment' }>

function meaningOf(source: string, { word, rest }: { word: string; rest: string }, around: LiquidAround): ControlTag {
  if (word === 'else') return { kind: 'else', source }
  if (/^end\w+$/.test(word)) return { kind: 'end', source }
  if (word === 'for') {
    const [, as = '', list = '', limit] = /^(\w+)\s+in\s+([^\s]+)(?:\s+limit:\s*(\d{1,4}))?$/.exec(rest) ?? []
    if (as === '' || as === 'forloop' || as === 'now' || !isPath(list)) return opening(source)
    return { kind: 'each', source, in: list, as, ...(limit === undefined ? {} : { limit: Number(limit) }) }
  }
  if (word === 'when') return { ...opaque(source), isElse: true }
  if (word !== 'if' && word !== 'unless' && word !== 'elsif' && word !== 'elif')
    return around.hasEnd(word) ? opening(source) : opaque(source)
  const parsed = parseCondition(rest)
  const isElse = word.startsWith('el')
  if (!('condition' in parsed)) return isElse ? { ...opaque(source), isElse } : opening(source)
  if (isElse) return { kind: 'else', source, condition: parsed.condition }
  return { kind: 'if', source, condition: word === 'if' ? parsed.condition : negate(parsed.condition) }
}

/** The meaning of a value `{{ … }}`, including the default syntax of other languages. */
export function liquidValue(source: string, text: string): ExtractedTag {
  const jinja = text.replace(/\|\s*default\(\s*("[^"]*"|'[^']*')\s*(?:,\s*true\s*)?\)/g, '| default: $1')
  const marketo = /^([\w.]+):default=([^"{}]*)$/.exec(jinja)
  const liquid = `{{ ${marketo === null ? jinja : `${marketo[1]} | default: "${marketo[2]}"`} }}`
  const { parts, error } = parseTagged(liquid)
  if (error !== undefined) return opaque(source)
  return { kind: 'value', source, liquid: printTagged(parts) }
}
