import { type Condition, isPath, parseCondition, parseTagged, printTagged } from '../../data/index.ts'
import type { LinkRole } from '../../document/index.ts'
import type { LiftedTag } from './lifted.ts'

/** A loop of a language whose inside speaks of the item without naming it. */
interface Scope {
  /** Name of the item; undefined for a condition. */
  as: string | undefined
}

/**
 * Gives each tag its meaning, in the order of the source: what `{{name}}` says depends on the loops around it. Only exact
 * meanings are given; everything else is opaque.
 */
export function createDialects(): (source: string) => LiftedTag {
  const scopes: Scope[] = []
  return (source) => {
    const tag = meaningOf(source, scopes)
    if (tag.kind === 'if' || (tag.kind === 'opaque' && tag.opens === true)) scopes.push({ as: undefined })
    else if (tag.kind === 'each') scopes.push({ as: isImplicit(source) ? tag.as : undefined })
    else if (tag.kind === 'end') scopes.pop()
    return tag
  }
}

function isImplicit(source: string): boolean {
  return source.startsWith('{{')
}

function meaningOf(source: string, scopes: readonly Scope[]): LiftedTag {
  if (source.startsWith('{{!') || source.startsWith('{#')) return { kind: 'comment', source }
  if (source.startsWith('{{{')) return handlebarsRaw(source, scopes)
  if (source.startsWith('{{')) return braces(source, scopes)
  if (source.startsWith('{%')) return liquidTag(source)
  if (source.startsWith('*|')) return mailchimp(source)
  if (source.startsWith('%%')) return marketingCloud(source)
  return scriptTag(source)
}

function opaque(source: string, isPlain = false): LiftedTag {
  return { kind: 'opaque', source, isPlain }
}

// One whose end is known, and nothing else.
function opening(source: string): LiftedTag {
  return { kind: 'opaque', source, isPlain: false, opens: true }
}

function inner(source: string, length: number): string {
  return source
    .slice(length, -length)
    .replace(/^[-~]|[-~]$/g, '')
    .trim()
}

function handlebarsRaw(source: string, scopes: readonly Scope[]): LiftedTag {
  const path = scoped(inner(source, 3), scopes)
  return path === undefined ? opaque(source) : { kind: 'value', source, liquid: `{{ ${path} | raw }}` }
}

function braces(source: string, scopes: readonly Scope[]): LiftedTag {
  const text = inner(source, 2)
  if (/^[#^/]|^else\b/.test(text)) return handlebarsBlock(source, text, scopes)
  if (text.startsWith('&')) return handlebarsRaw(`{{{${text.slice(1)}}}}`, scopes)
  const implicit = scopes.some((scope) => scope.as !== undefined)
  if (implicit || text.startsWith('this') || text.startsWith('.')) {
    const path = scoped(text, scopes)
    return path === undefined ? opaque(source) : { kind: 'value', source, liquid: `{{ ${path} }}` }
  }
  return asLiquid(source, text)
}

// The spellings of a default that other languages have.
function asLiquid(source: string, text: string): LiftedTag {
  const jinja = text.replace(/\|\s*default\(\s*("[^"]*"|'[^']*')\s*(?:,\s*true\s*)?\)/g, '| default: $1')
  const marketo = /^([\w.]+):default=([^"{}]*)$/.exec(jinja)
  const liquid = `{{ ${marketo === null ? jinja : `${marketo[1]} | default: "${marketo[2]}"`} }}`
  const { parts, error } = parseTagged(liquid)
  if (error !== undefined) return opaque(source)
  return { kind: 'value', source, liquid: printTagged(parts) }
}

function scoped(text: string, scopes: readonly Scope[]): string | undefined {
  let names = scopes.flatMap((scope) => scope.as ?? [])
  let path = text
  while (path.startsWith('../')) {
    path = path.slice(3)
    names = names.slice(0, -1)
  }
  const item = names.at(-1)
  if (path === 'this' || path === '.') return item
  path = path.replace(/^this[./]|^\.\//, '')
  if (!isPath(path)) return undefined
  return item === undefined ? path : `${item}.${path}`
}

function handlebarsBlock(source: string, text: string, scopes: readonly Scope[]): LiftedTag {
  const [, word = '', rest = ''] = /^[#^/]?\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  if (text.startsWith('/')) return { kind: 'end', source }
  if (/^else$|^\^$/.test(text)) return { kind: 'else', source }
  const otherwise = /^else\s+if\s+(\S+)$/.exec(text)?.[1]
  if (otherwise !== undefined) {
    const path = scoped(otherwise, scopes)
    return path === undefined ? opaque(source) : { kind: 'else', source, condition: { op: 'exists', path } }
  }
  if (text.startsWith('^')) return opening(source)
  if (word === 'if' || word === 'unless') return conditionTag(source, scoped(rest, scopes), word === 'unless')
  if (word !== 'each') return opening(source)
  const [, list = rest, as] = /^(\S+)\s+as\s+\|\s*(\w+)[^|]*\|$/.exec(rest) ?? []
  const path = scoped(list, scopes)
  const depth = scopes.filter((scope) => scope.as !== undefined).length
  return path === undefined
    ? opening(source)
    : { kind: 'each', source, in: path, as: as ?? (depth === 0 ? 'item' : `item${depth + 1}`) }
}

function conditionTag(source: string, path: string | undefined, isNegated: boolean): LiftedTag {
  if (path === undefined) return opening(source)
  return { kind: 'if', source, condition: { op: isNegated ? 'empty' : 'exists', path } }
}

function liquidTag(source: string): LiftedTag {
  const [, word = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(inner(source, 2)) ?? []
  if (word === 'endif' || word === 'endunless' || word === 'endfor') return { kind: 'end', source }
  if (word === 'else') return { kind: 'else', source }
  if (word === 'comment' || word === 'endcomment') return opaque(source)
  if (word === 'for') {
    const [, as = '', list = '', limit] = /^(\w+)\s+in\s+([^\s]+)(?:\s+limit:\s*(\d{1,4}))?$/.exec(rest) ?? []
    if (as === '' || as === 'forloop' || as === 'now' || !isPath(list)) return opening(source)
    return { kind: 'each', source, in: list, as, ...(limit === undefined ? {} : { limit: Number(limit) }) }
  }
  if (word !== 'if' && word !== 'unless' && word !== 'elsif' && word !== 'elif') return opaque(source)
  const parsed = parseCondition(rest)
  if (!('condition' in parsed)) return word.startsWith('el') ? opaque(source) : opening(source)
  if (word.startsWith('el')) return { kind: 'else', source, condition: parsed.condition }
  return { kind: 'if', source, condition: word === 'if' ? parsed.condition : negate(parsed.condition) }
}

const mailchimpRoles: Record<string, LinkRole> = {
  UNSUB: 'unsubscribe',
  ARCHIVE: 'view',
  UPDATE_PROFILE: 'preferences',
  FORWARD: 'forward',
}
// What the mailing system says of itself or of the day, and no field of the recipient.
const mailchimpOwn = /[:]|^(?:MC_|LIST_|USER_|CURRENT_|DATE|REWARDS|HTML|SHARE|ABOUT|DESCRIPTION)/

function mailchimp(source: string): LiftedTag {
  const text = inner(source, 2)
  const [, word = '', rest = ''] = /^(IFNOT|IF|ELSEIF|ELSE|END):(.*)$/i.exec(text) ?? []
  switch (word.toUpperCase()) {
    case 'IF':
    case 'IFNOT': {
      const compared = /^([A-Z0-9_]+)\s*(=|!=)\s*([^<>]*)$/.exec(rest)
      if (compared !== null && word.toUpperCase() === 'IF') {
        const condition: Condition = {
          op: compared[2] === '=' ? 'eq' : 'ne',
          path: compared[1] ?? '',
          value: (compared[3] ?? '').trim(),
        }
        return isPath(condition.path) ? { kind: 'if', source, condition } : opaque(source, true)
      }
      return isPath(rest) ? conditionTag(source, rest, word.toUpperCase() === 'IFNOT') : opaque(source, true)
    }
    case 'ELSE':
      return { kind: 'else', source }
    case 'END':
      return { kind: 'end', source }
  }
  const role = Object.hasOwn(mailchimpRoles, text) ? mailchimpRoles[text] : undefined
  if (role !== undefined) return { kind: 'role', source, role }
  return isPath(text) && !mailchimpOwn.test(text)
    ? { kind: 'value', source, liquid: `{{ ${text} }}` }
    : opaque(source, true)
}

const marketingCloudRoles: Record<string, LinkRole> = {
  unsub_center_url: 'unsubscribe',
  subscription_center_url: 'preferences',
  profile_center_url: 'preferences',
  view_email_url: 'view',
  ftaf_url: 'forward',
}

function marketingCloud(source: string): LiftedTag {
  const text = source.slice(2, -2).trim()
  const key = text.toLowerCase()
  if (Object.hasOwn(marketingCloudRoles, key)) {
    return { kind: 'role', source, role: marketingCloudRoles[key] as LinkRole }
  }
  return isPath(text) && !/^(?:member_|xt|_)/i.test(text)
    ? { kind: 'value', source, liquid: `{{ ${text} }}` }
    : opaque(source, true)
}

function scriptTag(source: string): LiftedTag {
  const text = source.slice(2, -2).trim()
  if (text.startsWith('#')) return { kind: 'comment', source }
  const value = /^([=-])\s*([\s\S]*?);?$/.exec(text)
  if (value !== null) {
    const path = (value[2] ?? '').trim()
    if (!isPath(path)) return opaque(source)
    return { kind: 'value', source, liquid: value[1] === '=' ? `{{ ${path} }}` : `{{ ${path} | raw }}` }
  }
  if (/^\}\s*\)?\s*;?$/.test(text)) return { kind: 'end', source }
  if (/^\}\s*else\s*\{$/.test(text)) return { kind: 'else', source }
  const tested = /^if\s*\(\s*(!?)\s*([\w.]+)\s*\)\s*\{$/.exec(text)
  if (tested !== null && isPath(tested[2] ?? '')) return conditionTag(source, tested[2], tested[1] === '!')
  const looped = /^for\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+([\w.]+)\s*\)\s*\{$/.exec(text)
  const each = looped ?? /^([\w.]+)\.forEach\(\s*(?:function\s*\(\s*)?\(?\s*(\w+)\s*\)?\s*(?:=>)?\s*\{$/.exec(text)
  if (each === null) return text.endsWith('{') ? opening(source) : opaque(source)
  const [as = '', list = ''] = looped === null ? [each[2], each[1]] : [each[1], each[2]]
  return isPath(list) ? { kind: 'each', source, in: list, as } : opening(source)
}

/** The opposite of a condition. */
export function negate(condition: Condition): Condition {
  if (condition.op === 'exists') return { op: 'empty', path: condition.path }
  if (condition.op === 'empty') return { op: 'exists', path: condition.path }
  return condition.op === 'not' ? condition.of : { op: 'not', of: condition }
}
