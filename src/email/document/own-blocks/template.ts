import { nearest } from '../../../kernel/spelling/index.ts'
import type { OwnBlockDeclaration } from './schema.ts'

/** Position of a value in HTML. */
export type ValuePosition = 'text' | 'attribute' | 'url' | 'style'

export interface Slot {
  field: string
  place: ValuePosition
  /** The value of the attribute up to here, for `url`; a slot counts as `x`. */
  before: string
}

interface Branch {
  when: string
  parts: TemplatePiece[]
  otherwise: TemplatePiece[]
}

/** A piece of a template: HTML, a value, or a condition. */
export type TemplatePiece = string | Slot | Branch

export interface ParsedTemplate {
  parts: readonly TemplatePiece[]
  problems: readonly string[]
}

const parsed = new WeakMap<OwnBlockDeclaration, ParsedTemplate>()

/** Parses the template of a declaration; cached, so do not mutate the result. */
export function parseTemplate(declaration: OwnBlockDeclaration): ParsedTemplate {
  let known = parsed.get(declaration)
  if (known === undefined) parsed.set(declaration, (known = parse(declaration)))
  return known
}

const slotTag = /^\{\{-?\s{0,20}block\.([A-Za-z0-9_.]{1,100})\s{0,20}-?\}\}$/
const ifTag = /^\{%-?\s{0,20}if\s{1,20}block\.([A-Za-z0-9_.]{1,100})\s{0,20}-?%\}$/
const tagName = /^\{%-?\s{0,20}([a-z]{1,20})/
const mentionsBlock = /[^\w.]block\./
/** Liquid tags with an end tag. */
const openers = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture', 'comment', 'raw'])

interface Open {
  branch?: Branch
  /** The parts around the condition. */
  around: TemplatePiece[]
  start: Scan
  /** The state after the first branch, once there is an `else`. */
  first?: Scan
}

function parse({ fields, template }: OwnBlockDeclaration): ParsedTemplate {
  const names = fields.map(({ name }) => name)
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]))
  const problems: string[] = []
  const stack: Open[] = []
  const root: TemplatePiece[] = []
  let parts = root
  let scan: Scan = { at: 'text' }

  function known(name: string): string {
    if (names.includes(name)) return name
    const meant = nearest(name, names)
    const hint = meant === undefined ? `its fields are ${names.join(', ') || 'none'}` : `did you mean block.${meant}?`
    problems.push(`uses block.${name}, which is not a field; ${hint}`)
    return name
  }

  function write(text: string): void {
    scan = advance(scan, text)
    const last = parts.at(-1)
    if (typeof last === 'string') parts[parts.length - 1] = last + text
    else parts.push(text)
  }

  function writeSlot(tag: string, name: string): void {
    const place = placeOf(scan)
    const last = parts.at(-1)
    // `<{{ x }}` would make a tag of a value.
    if (place === undefined || (typeof last === 'string' && last.endsWith('<'))) {
      problems.push(`has ${tag} at a position that is neither text nor an attribute in quotes`)
      return
    }
    const kind = kinds.get(known(name))
    if (place === 'style' && (kind === 'text' || kind === 'textarea' || kind === 'link' || kind === 'image'))
      problems.push(
        `has ${tag} in a style; only fields of the kinds color, number, switch and choice are allowed there`,
      )
    parts.push({ field: name, place, before: scan.at === 'value' ? scan.value : '' })
    if (scan.at === 'value') scan = { ...scan, value: scan.value === '' ? 'https://host/' : `${scan.value}x` }
  }

  function openIf(name: string): void {
    const branch: Branch = { when: known(name), parts: [], otherwise: [] }
    parts.push(branch)
    stack.push({ branch, around: parts, start: scan })
    parts = branch.parts
  }

  function closeIf(open: Open, branch: Branch): void {
    const other = open.first ?? open.start
    if (!isSame(other, scan)) problems.push(`opens or closes a tag in only one branch of {% if block.${branch.when} %}`)
    parts = open.around
  }

  let at = 0
  while (at < template.length) {
    const start = nextTag(template, at)
    if (start > at) write(template.slice(at, start))
    if (start === template.length) break
    const close = template[start + 1] === '%' ? '%}' : '}}'
    const end = template.indexOf(close, start + 2)
    const tag = end < 0 ? template.slice(start) : template.slice(start, end + 2)
    at = start + tag.length
    const slot = slotTag.exec(tag)?.[1]
    const when = ifTag.exec(tag)?.[1]
    const name = tagName.exec(tag)?.[1] ?? ''
    const open = stack.at(-1)
    if (slot !== undefined) writeSlot(tag, slot)
    else if (when !== undefined) openIf(when)
    else if (mentionsBlock.test(tag))
      problems.push(
        `has ${tag.slice(0, 60)}; only {{ block.name }} and {% if block.name %} with {% else %} and {% endif %} are allowed`,
      )
    else if (open?.branch !== undefined && name === 'else' && open.first === undefined) {
      open.first = scan
      scan = open.start
      parts = open.branch.otherwise
    } else if (open?.branch !== undefined && name === 'endif') {
      closeIf(open, open.branch)
      stack.pop()
    } else if (open?.branch !== undefined && (name === 'elsif' || name === 'else'))
      problems.push(`has ${tag.slice(0, 60)} in {% if block.${open.branch.when} %}, which may have one {% else %}`)
    else {
      if (openers.has(name)) stack.push({ around: parts, start: scan })
      else if (name.startsWith('end') && open?.branch === undefined) stack.pop()
      write(tag)
    }
  }
  for (const { branch } of stack)
    if (branch !== undefined) problems.push(`has no {% endif %} for {% if block.${branch.when} %}`)
  if (stack.length === 0 && scan.at !== 'text') problems.push('ends inside a tag or comment')
  return { parts: root, problems }
}

function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at >= 0; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1]
    if (next === '{' || next === '%') return at
  }
  return source.length
}

/** State of a scan of HTML, as far as the positions of values depend on it. */
type Scan =
  | { at: 'text' }
  | { at: 'comment' }
  | { at: 'style' }
  | { at: 'tag'; tag: string; attribute: string; isAssigned: boolean }
  | { at: 'value'; tag: string; attribute: string; quote: string; value: string }

const urlAttributes = new Set(['href', 'src', 'background', 'action', 'poster', 'cite', 'longdesc'])

function placeOf(scan: Scan): ValuePosition | undefined {
  if (scan.at === 'text' || scan.at === 'style') return scan.at
  if (scan.at !== 'value') return undefined
  if (scan.attribute === 'style') return 'style'
  return urlAttributes.has(scan.attribute) || scan.attribute.endsWith(':href') ? 'url' : 'attribute'
}

function isSame(one: Scan, other: Scan): boolean {
  if (one.at !== other.at) return false
  if (one.at === 'value' && other.at === 'value') return one.attribute === other.attribute && one.quote === other.quote
  return one.at !== 'tag' || other.at !== 'tag' || one.tag === other.tag
}

/** A forward scan by characters; Outlook reads its conditional comments as HTML, so only their marks are skipped. */
function advance(from: Scan, text: string): Scan {
  let scan = from
  let at = 0
  while (at < text.length) {
    if (scan.at === 'text') {
      const open = text.indexOf('<', at)
      if (open < 0) return scan
      at = open + 1
      const next = text[at] ?? ''
      if (next === '!' || next === '?') {
        if (text.startsWith('!--', at) && !text.startsWith('!--[if', at) && !text.startsWith('!--<!', at))
          scan = { at: 'comment' }
        else {
          const end = text.indexOf('>', at)
          if (end < 0) return { at: 'comment' }
          at = end + 1
        }
      } else if (/[A-Za-z/]/.test(next)) {
        const end = endOfName(text, at)
        scan = { at: 'tag', tag: text.slice(at, end).toLowerCase(), attribute: '', isAssigned: false }
        at = end
      }
    } else if (scan.at === 'comment') {
      const end = text.indexOf('-->', at)
      if (end < 0) return scan
      at = end + 3
      scan = { at: 'text' }
    } else if (scan.at === 'style') {
      const end = text.toLowerCase().indexOf('</style', at)
      if (end < 0) return scan
      at = end
      scan = { at: 'text' }
    } else if (scan.at === 'value') {
      const end = text.indexOf(scan.quote, at)
      if (end < 0) return { ...scan, value: (scan.value + text.slice(at)).slice(-2048) }
      at = end + 1
      scan = { at: 'tag', tag: scan.tag, attribute: '', isAssigned: false }
    } else {
      const next: string = text[at] ?? ''
      if (next === '>') {
        scan = scan.tag === 'style' ? { at: 'style' } : { at: 'text' }
        at++
      } else if ((next === '"' || next === "'") && scan.isAssigned) {
        scan = { at: 'value', tag: scan.tag, attribute: scan.attribute, quote: next, value: '' }
        at++
      } else if (next === '=') {
        scan = { ...scan, isAssigned: true }
        at++
      } else if (/\s/.test(next)) at++
      else {
        const end = Math.max(endOfName(text, at), at + 1)
        scan = { at: 'tag', tag: scan.tag, attribute: text.slice(at, end).toLowerCase(), isAssigned: false }
        at = end
      }
    }
  }
  return scan
}

function endOfName(text: string, from: number): number {
  let at = from
  while (at < text.length && !' \t\r\n\f=>"\''.includes(text[at] ?? '')) at++
  return at
}
