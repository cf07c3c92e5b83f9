import { limits } from '../../kernel/limits.ts'
import { printLiteral, readLiteral } from './literal.ts'
import type { Condition } from './model.ts'
import { printPath } from './path.ts'
import { readPath, skipSpace } from './tag-syntax.ts'

export type ParsedCondition = { condition: Condition } | { error: { index: number; message: string } }

type Comparison = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains'
const symbols: readonly [string, Comparison][] = [
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<>', 'ne'],
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['contains', 'contains'],
]
const printed: Record<Comparison, string> = {
  eq: '==',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  contains: 'contains',
}
const keyword = /(?:and|or|not)(?![\p{L}\p{N}_.[-])/uy
const emptiness = /(?:blank|empty)(?![\p{L}\p{N}_.[-])/uy

class Mistake extends Error {
  readonly index: number
  constructor(index: number, message: string) {
    super(message)
    this.index = index
  }
}

/**
 * Parses the condition of Liquid's `{% if … %}`. Liquid is right-associative without precedence: `a and b or c` is `a
 * and (b or c)`. Extends Liquid by `not` and parentheses, so that every condition can be written.
 */
export function parseCondition(source: string): ParsedCondition {
  try {
    const read = readJoined(source, 0, 0)
    const rest = skipSpace(source, read.end)
    if (rest < source.length) throw new Mistake(rest, 'Expected "and", "or" or the end of the condition')
    return { condition: read.condition }
  } catch (error) {
    if (error instanceof Mistake) return { error: { index: error.index, message: error.message } }
    throw error
  }
}

/** parseCondition returns an equivalent condition. For tags of an ESP use liquidCondition. */
export function printCondition(condition: Condition): string {
  switch (condition.op) {
    case 'and':
    case 'or':
      return printJoined(condition.op, condition.of)
    case 'not':
      return `not ${printOperand(condition.of)}`
    case 'exists':
      return `${printPath(condition.path)} != blank`
    case 'empty':
      return `${printPath(condition.path)} == blank`
    case 'native':
      return 'true'
    default:
      return `${printPath(condition.path)} ${printed[condition.op]} ${printLiteral(condition.value)}`
  }
}

function printJoined(op: 'and' | 'or', of: readonly Condition[]): string {
  if (of.length === 0) return op === 'and' ? 'true' : 'false'
  return of.length === 1 ? printCondition(of[0] as Condition) : of.map(printOperand).join(` ${op} `)
}

function printOperand(condition: Condition): string {
  const [only, second] = condition.op === 'and' || condition.op === 'or' ? condition.of : []
  if (only !== undefined && second === undefined) return printOperand(only)
  return condition.op === 'not' || second !== undefined ? `(${printCondition(condition)})` : printCondition(condition)
}

interface Read {
  condition: Condition
  end: number
}

function readJoined(source: string, from: number, depth: number): Read {
  if (depth > limits.conditionDepth)
    throw new Mistake(from, `Conditions nest at most ${limits.conditionDepth} levels deep`)
  const operands: Condition[] = []
  const joints: string[] = []
  let at = from
  for (;;) {
    const operand = readOperand(source, at, depth)
    operands.push(operand.condition)
    at = operand.end
    const joint = readWord(keyword, source, skipSpace(source, at))
    if (joint !== 'and' && joint !== 'or') return { condition: joinFromRight(operands, joints), end: at }
    joints.push(joint)
    at = skipSpace(source, at) + joint.length
  }
}

function joinFromRight(operands: readonly Condition[], joints: readonly string[]): Condition {
  let right = operands.at(-1) as Condition
  let chained: string | undefined
  for (let at = joints.length - 1; at >= 0; at--) {
    const op = joints[at] === 'and' ? 'and' : 'or'
    const left = operands[at] as Condition
    const of: Condition[] =
      chained === op && 'of' in right && Array.isArray(right.of) ? [left, ...right.of] : [left, right]
    right = { op, of }
    chained = op
  }
  return right
}

function readOperand(source: string, from: number, depth: number): Read {
  const at = skipSpace(source, from)
  if (readWord(keyword, source, at) === 'not') {
    if (depth >= limits.conditionDepth)
      throw new Mistake(at, `Conditions nest at most ${limits.conditionDepth} levels deep`)
    const inner = readOperand(source, at + 3, depth + 1)
    return { condition: { op: 'not', of: inner.condition }, end: inner.end }
  }
  if (source[at] !== '(') return readComparison(source, at)
  const inner = readJoined(source, at + 1, depth + 1)
  const close = skipSpace(source, inner.end)
  if (source[close] !== ')') throw new Mistake(close, 'Expected ) here')
  return { condition: inner.condition, end: close + 1 }
}

function readComparison(source: string, at: number): Read {
  const literal = readLiteral(source, at)
  if (typeof literal?.value === 'boolean') {
    return { condition: { op: literal.value ? 'and' : 'or', of: [] }, end: literal.end }
  }
  const left = readPath(source, at)
  if (left === undefined) throw new Mistake(at, 'Expected a path such as customer.plan')
  const from = skipSpace(source, left.end)
  const symbol = symbols.find(([text]) => source.startsWith(text, from))
  if (symbol === undefined) return { condition: { op: 'exists', path: left.path }, end: left.end }
  return readRight(source, skipSpace(source, from + symbol[0].length), { path: left.path, op: symbol[1] })
}

function readRight(source: string, at: number, { path, op }: { path: string; op: Comparison }): Read {
  const word = readWord(emptiness, source, at)
  if (word !== undefined && (op === 'eq' || op === 'ne')) {
    return { condition: { op: op === 'eq' ? 'empty' : 'exists', path }, end: at + word.length }
  }
  const literal = readLiteral(source, at)
  if (literal === undefined) throw new Mistake(at, 'Expected a quoted string, a number, true, false, nil or blank')
  return { condition: { op, path, value: literal.value }, end: literal.end }
}

function readWord(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}
