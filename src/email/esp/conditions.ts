import type { Condition, NoteNative } from '../data/index.ts'
import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'
import type { References } from './references.ts'
import { roundMember, roundWord } from './rounds.ts'

/**
 * Writes the content for a condition that holds and for one that does not; undefined if the other branch cannot be written.
 */
export type Branch = (shown: string, other: string) => string | undefined

/** Families whose `==` can be replaced with another comparison. */
const comparing = new Set(['liquid', 'liquid-square', 'jinja', 'sparkpost', 'smarty', 'tt2', 'zephyr', 'erb'])
/** Families that distinguish a number or boolean from its text. */
const typed = new Set([...comparing, 'handlebars'])
const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const goComparisons = { '>': 'gt', '>=': 'ge', '<': 'lt', '<=': 'le' } as const
const opposite = {
  eq: 'ne',
  ne: 'eq',
  exists: 'empty',
  empty: 'exists',
} as const

/** Writes a condition in the provider's language; undefined if it cannot be expressed. */
export function branchOf(
  condition: Condition,
  provider: Provider,
  references: References,
  note: NoteNative,
): Branch | undefined {
  const compile = (each: Condition, negated: boolean): Branch | undefined => {
    switch (each.op) {
      case 'not':
        return compile(each.of, !negated)
      case 'and':
      case 'or': {
        const branches = each.of.map((one) => compile(one, negated))
        if (branches.some((branch) => branch === undefined)) return undefined
        const all = branches as Branch[]
        return (each.op === 'and') === !negated ? every(all) : some(all)
      }
      case 'native':
        return (each.target === provider.id || each.target === provider.family) && !negated
          ? (shown, other) => (other === '' ? each.before + shown + each.after : undefined)
          : undefined
      default:
        return simple(each, negated, { provider, references, note })
    }
  }
  // The content would be in a scope for each of the values.
  if (provider.condition?.scope === 'push' && isCompound(condition) && hasScope(condition)) return undefined
  const joined = joinedOr(condition, { provider, references, note })
  return joined ?? compile(condition, false)
}

/** The path of the value that a condition tests and makes the scope, if conditions do so; undefined if there is none. */
export function scopeOf(condition: Condition): string | undefined {
  if (condition.op === 'not') return scopeOf(condition.of)
  if (!isSimple(condition)) return undefined
  const tests = condition.op === 'exists' || condition.op === 'empty'
  return tests || comparesToEmpty(condition, 'ne') || comparesToEmpty(condition, 'eq') ? condition.path : undefined
}

function isCompound(condition: Condition): boolean {
  return condition.op === 'not' ? isCompound(condition.of) : condition.op === 'and' || condition.op === 'or'
}

function hasScope(condition: Condition): boolean {
  if (condition.op === 'not') return hasScope(condition.of)
  if (condition.op === 'and' || condition.op === 'or') return condition.of.some(hasScope)
  return scopeOf(condition) !== undefined
}

function every(branches: readonly Branch[]): Branch {
  return branches.reduceRight<Branch>(
    (inner, branch) => (shown, other) => {
      const guardedContent = inner(shown, other)
      return guardedContent === undefined ? undefined : branch(guardedContent, other)
    },
    (shown) => shown,
  )
}

// Repeats the content in each alternative: most languages cannot express `or` otherwise.
function some(branches: readonly Branch[]): Branch {
  return branches.reduceRight<Branch>(
    (inner, branch) => (shown, other) => {
      const otherwise = inner(shown, other)
      return otherwise === undefined ? undefined : branch(shown, otherwise)
    },
    (_shown, other) => other,
  )
}

interface ConditionContext {
  provider: Provider
  references: References
  note: NoteNative
}

type Simple = Exclude<Condition, { op: 'and' | 'or' | 'not' | 'native' }>

function simple(condition: Simple, negated: boolean, deps: ConditionContext): Branch | undefined {
  // A missing value is neither greater nor less: the negation of `less` is not `greater or equal`.
  if (negated && condition.op in comparisons) {
    const branch = simple(condition, false, deps)
    return branch && ((shown, other) => branch(other, shown))
  }
  const effective =
    negated && condition.op in opposite
      ? ({ ...condition, op: opposite[condition.op as keyof typeof opposite] } as Simple)
      : condition
  const member = roundMember(condition.path)
  if (member !== undefined) return ofRound(effective, member, deps)
  const own = ownWordsFor(effective, deps)
  if (own !== undefined) return guarded(branching(own, own.isSwapped, deps), effective, deps)
  const isNegative = negated && condition.op === 'contains'
  const positive = positiveOf(effective)
  const written = writtenOf(positive, deps)
  return written && branching(written, isNegative || positive !== effective, deps)
}

const opening = /^(?:\{%-?\s*if\s+|\{[{%]#if\s+)/
const ending = /(?:(?:(?<!\s)\s+)?-?%\}|\}\})$/
const numerically = { eq: '==', ne: '!=', ...comparisons } as const

/** A condition on the loop iteration: first, last, or its number. */
function ofRound(condition: Simple, member: string, deps: ConditionContext): Branch | undefined {
  const { condition: syntax } = deps.provider
  const word = roundWord(deps.provider, member)
  const [open, , close] = takeApart(syntax?.exists ?? '', opening) ?? []
  if (word === undefined || syntax === undefined || open === undefined || close === undefined) return undefined
  const compareRound = (expression: string, isSwapped: boolean) =>
    branching({ open: open + expression + close, end: syntax.end, name: word }, isSwapped, deps)
  if (member === 'first' || member === 'last') {
    const isTrue = testedBoolean(condition)
    return isTrue === undefined ? undefined : compareRound(word, !isTrue)
  }
  if (!(condition.op in numerically) || !('value' in condition) || open.includes('#')) return undefined
  const number = typeof condition.value === 'string' ? Number(condition.value) : condition.value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return compareRound(`${word} ${numerically[condition.op as keyof typeof numerically]} ${number}`, false)
}

/** True if a condition tests for truth, false for its opposite; undefined for other conditions. */
function testedBoolean(condition: Simple): boolean | undefined {
  if (condition.op === 'exists' || condition.op === 'empty') return condition.op === 'exists'
  if ((condition.op !== 'eq' && condition.op !== 'ne') || typeof condition.value !== 'boolean') return undefined
  return (condition.op === 'eq') === condition.value
}

interface Written {
  open: string
  end: string
  name: string
  /** The language has no other branch for it. */
  isLone?: boolean
}

function branching(
  written: Written,
  isSwapped: boolean,
  { provider: { condition: syntax } }: ConditionContext,
): Branch {
  return (shown, other) => {
    const [then, otherwise] = isSwapped ? [other, shown] : [shown, other]
    if (otherwise === '' && syntax?.needsOtherwise !== true) return written.open + then + written.end
    if (syntax?.otherwise === undefined || written.isLone === true) return undefined
    return written.open + then + fill(syntax.otherwise, { NAME: written.name }) + otherwise + written.end
  }
}

/** Conditions with their own syntax: missing, different, greater, less. */
function ownWordsFor(condition: Simple, deps: ConditionContext): (Written & { isSwapped: boolean }) | undefined {
  const { missing, differs, greater, less } = deps.provider.condition ?? {}
  if (condition.op === 'empty' || comparesToEmpty(condition, 'eq')) return missing && around(missing, condition, deps)
  if (condition.op === 'ne' && !comparesToEmpty(condition, 'ne')) return differs && differing(differs, condition, deps)
  if (condition.op === 'gt' || condition.op === 'lte')
    return greater && around(greater, condition, deps, condition.op === 'lte')
  if (condition.op === 'lt' || condition.op === 'gte')
    return less && around(less, condition, deps, condition.op === 'gte')
  return undefined
}

/** If numbers or booleans have their own equality syntax, inequality uses that with swapped branches. */
function differing(
  { open, close }: { open: string; close: string },
  condition: Simple & { value?: unknown },
  deps: ConditionContext,
): (Written & { isSwapped: boolean }) | undefined {
  const { condition: syntax, family } = deps.provider
  const own =
    typeof condition.value === 'number'
      ? syntax?.equalsNumber
      : typeof condition.value === 'boolean'
        ? syntax?.equalsTruth
        : undefined
  if (own === undefined) return around({ open: equalityFor(open, condition.value, family), close }, condition, deps)
  const written = writtenOf({ ...condition, op: 'eq' } as Simple, deps)
  return written && { ...written, isSwapped: true }
}

/** A missing value is neither greater nor less, so `not greater` also requires that it exists. */
function guarded(branch: Branch, { op, path }: Simple, deps: ConditionContext): Branch | undefined {
  if (op !== 'gte' && op !== 'lte') return branch
  const guardedContent = simple({ op: 'exists', path }, false, deps)
  return guardedContent && every([guardedContent, branch])
}

function around(
  { open, close }: { open: string; close: string },
  condition: Simple,
  { provider, references, note }: ConditionContext,
  isSwapped = false,
): (Written & { isSwapped: boolean }) | undefined {
  if (!isFitting(condition)) return undefined
  const reference = references.of(condition.path, note)
  const [opening, end] = [reference.write(open), close.includes('{NAME}') ? reference.write(close) : close]
  if (opening === undefined || end === undefined) return undefined
  const VALUE = 'value' in condition ? valueText(condition.value, provider) : ''
  return {
    open: fill(opening, { VALUE }),
    end: fill(end, { VALUE }),
    name: reference.write('{NAME}') ?? condition.path,
    isSwapped,
  }
}

function isSimple(condition: Condition): condition is Simple {
  return !['and', 'or', 'not', 'native'].includes(condition.op)
}

/** Rewrites `empty` and `ne` as their opposites, with swapped branches. */
function positiveOf(condition: Simple): Simple {
  if (condition.op === 'empty') return { op: 'exists', path: condition.path }
  if (comparesToEmpty(condition, 'eq')) return { op: 'exists', path: condition.path }
  if (condition.op === 'ne') return comparesToEmpty(condition, 'ne') ? condition : { ...condition, op: 'eq' }
  return condition
}

function comparesToEmpty(condition: Simple, op: 'eq' | 'ne'): boolean {
  return condition.op === op && 'value' in condition && (condition.value === null || condition.value === '')
}

/** True if a value fits into the tags of any language without ending them. */
function isFitting(condition: Simple): boolean {
  return !('value' in condition && typeof condition.value === 'string' && /["'\]}%|\n]/.test(condition.value))
}

function writtenOf(condition: Simple, { provider, references, note }: ConditionContext): Written | undefined {
  const pattern = patternOf(condition, provider)
  const { condition: syntax } = provider
  if (pattern === undefined || syntax === undefined) return undefined
  const reference = references.of(condition.path, note)
  const open = reference.write(pattern)
  if (open === undefined) return undefined
  const VALUE = 'value' in condition ? valueText(condition.value, provider) : ''
  const closing = pattern !== syntax.exists && syntax.endEquals !== undefined ? syntax.endEquals : syntax.end
  // Some end tags name the field and are filled in like the start tag; all others are constant.
  const end = closing.includes('{NAME}') ? reference.write(closing) : closing
  if (end === undefined) return undefined
  return {
    open: fill(open, { VALUE }),
    end: fill(end, { VALUE }),
    name: reference.write('{NAME}') ?? condition.path,
    isLone: syntax.loneEquals === true && pattern !== syntax.exists,
  }
}

function patternOf(condition: Simple, { condition: syntax, family }: Provider): string | undefined {
  if (condition.op === 'exists' || (condition.op === 'ne' && comparesToEmpty(condition, 'ne'))) return syntax?.exists
  const { equals } = syntax ?? {}
  if (equals === undefined || syntax === undefined || !('value' in condition) || !isFitting(condition)) return undefined
  const { op, value } = condition
  if (op === 'eq') {
    if (typeof value === 'number' && syntax.equalsNumber !== undefined) return syntax.equalsNumber
    if (typeof value === 'boolean' && syntax.equalsTruth !== undefined) return syntax.equalsTruth
    return equalityFor(equals, value, family)
  }
  if (op === 'contains') return family === 'liquid' ? equals.replace(' == ', ' contains ') : undefined
  // Only numbers are compared by size; the order of texts differs by language.
  if (!(op in comparisons) || !isNumeric(value)) return undefined
  const sign = comparisons[op as keyof typeof comparisons]
  if (syntax.compares !== undefined)
    return syntax.compares.replace('{OPERATOR}', family === 'go-template' ? goComparisons[sign] : sign)
  const equality = equalityFor(equals, Number(value), family)
  return comparing.has(family) && equality.includes(' == ') ? equality.replace(' == ', ` ${sign} `) : undefined
}

/** The equality pattern for a value: numbers and booleans are unquoted if the language distinguishes types. */
function equalityFor(pattern: string, value: unknown, family: string): string {
  return typeof value === 'string' || !typed.has(family) ? pattern : pattern.replace(/(["'])\{VALUE\}\1/, '{VALUE}')
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value))
}

/** A value in a tag. Django supports only Python's spelling of booleans; Template Toolkit has none, Perl's are 1 and 0. */
function valueText(value: string | number | boolean | null, { engine, family }: Provider): string {
  if (typeof value === 'boolean' && family === 'tt2') return value ? '1' : '0'
  if (typeof value === 'boolean' && engine === 'django') return value ? 'True' : 'False'
  return value === null ? '' : String(value)
}

const liquidOpening = /^\{%-?\s*if\s+/

/** Splits a one-line tag into its opening, the tested expression, and its ending; undefined for any other. */
function takeApart(tag: string, begins: RegExp): [open: string, inside: string, close: string] | undefined {
  const [open = ''] = begins.exec(tag) ?? []
  const rest = tag.slice(open.length)
  const [close = ''] = ending.exec(rest) ?? []
  const inside = rest.slice(0, rest.length - close.length)
  return open === '' || close === '' || inside === '' || inside.includes('\n') ? undefined : [open, inside, close]
}

/** `{% if a or b %}`, if the language supports it: the content is then written once. */
function joinedOr(condition: Condition, deps: ConditionContext): Branch | undefined {
  const { family, condition: syntax } = deps.provider
  if (condition.op !== 'or' || !['liquid', 'jinja'].includes(family) || syntax === undefined) return undefined
  const parts: string[] = []
  let frame: ReturnType<typeof takeApart>
  for (const one of condition.of) {
    if (!isSimple(one) || positiveOf(one) !== one || roundMember(one.path) !== undefined) return undefined
    frame = takeApart(writtenOf(one, deps)?.open ?? '', liquidOpening)
    // Liquid evaluates `and` and `or` from the right, without precedence.
    if (frame === undefined || frame[2] === '}}' || frame[1].includes(' and ')) return undefined
    parts.push(frame[1])
  }
  if (frame === undefined) return undefined
  const open = `${frame[0]}${parts.join(' or ')}${frame[2]}`
  return (shown, other) => `${open}${shown}${other === '' ? '' : (syntax.otherwise ?? '') + other}${syntax.end}`
}
