import type { Condition, Note } from '../data/index.ts'
import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'
import type { References } from './references.ts'

/** Writes what is shown when a condition holds, and when it does not; undefined where the other branch cannot be written. */
export type Branch = (shown: string, other: string) => string | undefined

/** Families whose `==` may be another comparison. */
const comparing = new Set(['liquid', 'liquid-square', 'jinja', 'sparkpost', 'smarty', 'tt2', 'zephyr', 'erb'])
const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const opposite = {
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
  eq: 'ne',
  ne: 'eq',
  exists: 'empty',
  empty: 'exists',
} as const

/** A condition in the provider's words; undefined where it has none. */
export function branchOf(
  condition: Condition,
  provider: Provider,
  references: References,
  note: Note,
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
        return each.target === provider.id && !negated
          ? (shown, other) => (other === '' ? each.before + shown + each.after : undefined)
          : undefined
      default:
        return simple(each, negated, { provider, references, note })
    }
  }
  const joined = joinedOr(condition, { provider, references, note })
  return joined ?? compile(condition, false)
}

function every(branches: readonly Branch[]): Branch {
  return branches.reduceRight<Branch>(
    (inner, branch) => (shown, other) => {
      const there = inner(shown, other)
      return there === undefined ? undefined : branch(there, other)
    },
    (shown) => shown,
  )
}

// Shown once in each alternative: most languages have no other way to say it.
function some(branches: readonly Branch[]): Branch {
  return branches.reduceRight<Branch>(
    (inner, branch) => (shown, other) => {
      const otherwise = inner(shown, other)
      return otherwise === undefined ? undefined : branch(shown, otherwise)
    },
    (_shown, other) => other,
  )
}

interface Means {
  provider: Provider
  references: References
  note: Note
}

type Simple = Exclude<Condition, { op: 'and' | 'or' | 'not' | 'native' }>

function simple(condition: Simple, negated: boolean, means: Means): Branch | undefined {
  const asked =
    negated && condition.op !== 'contains' ? ({ ...condition, op: opposite[condition.op] } as Simple) : condition
  const isNegative = negated && condition.op === 'contains'
  const positive = positiveOf(asked)
  const written = writtenOf(positive, means)
  const { condition: words } = means.provider
  if (written === undefined || words === undefined) return undefined
  const isSwapped = isNegative || positive !== asked
  return (shown, other) => {
    const [then, otherwise] = isSwapped ? [other, shown] : [shown, other]
    if (otherwise === '' && words.needsOtherwise !== true) return written.open + then + written.end
    if (words.otherwise === undefined) return undefined
    return written.open + then + fill(words.otherwise, { NAME: written.name }) + otherwise + written.end
  }
}

function isSimple(condition: Condition): condition is Simple {
  return !['and', 'or', 'not', 'native'].includes(condition.op)
}

/** `empty` and `ne` are the other branch of what they are not. */
function positiveOf(condition: Simple): Simple {
  if (condition.op === 'empty') return { op: 'exists', path: condition.path }
  const isNothing = 'value' in condition && (condition.value === null || condition.value === '')
  if (condition.op === 'eq' && isNothing) return { op: 'exists', path: condition.path }
  if (condition.op === 'ne') return isNothing ? condition : { ...condition, op: 'eq' }
  return condition
}

function writtenOf(
  condition: Simple,
  { provider, references, note }: Means,
): { open: string; end: string; name: string } | undefined {
  const pattern = patternOf(condition, provider)
  const { condition: words } = provider
  if (pattern === undefined || words === undefined) return undefined
  const reference = references.of(condition.path, note)
  const open = reference.write(pattern)
  if (open === undefined) return undefined
  const value = 'value' in condition ? textOf(condition.value) : ''
  const isEquality = pattern !== words.exists
  const end = reference.write(isEquality && words.endEquals !== undefined ? words.endEquals : words.end) ?? words.end
  const name = reference.write('{NAME}') ?? condition.path
  return { open: fill(open, { VALUE: value }), end: fill(end, { VALUE: value }), name }
}

function patternOf(condition: Simple, { condition: words, family }: Provider): string | undefined {
  if (condition.op === 'exists' || (condition.op === 'ne' && 'value' in condition)) return words?.exists
  const { equals } = words ?? {}
  if (equals === undefined || !('value' in condition)) return undefined
  if (/["'\]}%|\n]/.test(textOf(condition.value)) && typeof condition.value === 'string') return undefined
  const isText = typeof condition.value === 'string'
  const spelled = isText || !comparing.has(family) ? equals : equals.replace(/(["'])\{VALUE\}\1/, '{VALUE}')
  if (condition.op === 'eq') return spelled
  if (!comparing.has(family)) return undefined
  if (condition.op === 'contains') return family === 'liquid' ? equals.replace(' == ', ' contains ') : undefined
  return condition.op in comparisons && spelled.includes(' == ')
    ? spelled.replace(' == ', ` ${comparisons[condition.op as keyof typeof comparisons]} `)
    : undefined
}

function textOf(value: string | number | boolean | null): string {
  return value === null ? '' : String(value)
}

const tagged = /^(\{%-?\s*if\s+)(.+?)(\s*-?%\})$/

/** `{% if a or b %}`, where the language has it: what is shown then stands there once. */
function joinedOr(condition: Condition, means: Means): Branch | undefined {
  const { family, condition: words } = means.provider
  if (condition.op !== 'or' || !['liquid', 'jinja'].includes(family) || words === undefined) return undefined
  const parts: string[] = []
  let frame: RegExpExecArray | undefined
  for (const one of condition.of) {
    if (!isSimple(one) || positiveOf(one) !== one) return undefined
    const match = tagged.exec(writtenOf(one, means)?.open ?? '')
    if (match?.[2] === undefined) return undefined
    frame = match
    parts.push(match[2])
  }
  if (frame === undefined) return undefined
  const open = `${frame[1]}${parts.join(' or ')}${frame[3]}`
  return (shown, other) => `${open}${shown}${other === '' ? '' : (words.otherwise ?? '') + other}${words.end}`
}
