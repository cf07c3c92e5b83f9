import { printCondition } from './condition-syntax.ts'
import type { Condition } from './model.ts'

/**
 * Liquid tags before and after conditional content, for every Liquid implementation: without parentheses and `not`,
 * nested conditions become nested tags and `or` becomes a variable, named after `key`.
 */
export function liquidCondition(condition: Condition, key = 'c'): { before: string; after: string } {
  return tags(pushNot(condition, false), key.replace(/\W/g, '_'))
}

function tags(condition: Condition, key: string): { before: string; after: string } {
  if (condition.op === 'native') return { before: condition.before, after: condition.after }
  if (condition.op === 'not') return wrap('unless', printCondition(condition.of))
  if (condition.op !== 'and' && condition.op !== 'or') return wrap('if', printCondition(condition))
  if (condition.of.every(isSimple)) return wrap('if', printCondition(condition))
  const inner = condition.of.map((one, index) => tags(one, `${key}_${index}`))
  if (condition.op === 'and') {
    return {
      before: inner.map((one) => one.before).join(''),
      after: inner
        .map((one) => one.after)
        .reverse()
        .join(''),
    }
  }
  const set = inner.map((one) => `${one.before}{% assign ${key} = true %}${one.after}`).join('')
  return { before: `{% assign ${key} = false %}${set}{% if ${key} %}`, after: '{% endif %}' }
}

function wrap(tag: 'if' | 'unless', expression: string): { before: string; after: string } {
  return { before: `{% ${tag} ${expression} %}`, after: `{% end${tag} %}` }
}

function isSimple({ op }: Condition): boolean {
  return op !== 'and' && op !== 'or' && op !== 'not' && op !== 'native'
}

// Applies De Morgan's laws down to comparisons; only `contains` has no opposite and keeps its `not`.
function pushNot(condition: Condition, negate: boolean): Condition {
  switch (condition.op) {
    case 'not':
      return pushNot(condition.of, !negate)
    case 'and':
    case 'or': {
      const op = negate === (condition.op === 'and') ? 'or' : 'and'
      return { op, of: condition.of.map((one) => pushNot(one, negate)) }
    }
    case 'exists':
    case 'empty':
      return negate ? { op: condition.op === 'exists' ? 'empty' : 'exists', path: condition.path } : condition
    case 'eq':
    case 'ne':
      return negate ? { ...condition, op: condition.op === 'eq' ? 'ne' : 'eq' } : condition
    case 'native':
      return condition
    default:
      return negate ? { op: 'not', of: condition } : condition
  }
}
