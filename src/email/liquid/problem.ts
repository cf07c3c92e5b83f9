import { LiquidError } from 'liquidjs'
import { limits } from '../../kernel/limits.ts'

/** Why a source could not be filled in, as the rest of a sentence, and the line, counted from 1, where that is known. */
export interface Problem {
  problem: string
  line?: number
}

const said: readonly [RegExp, string][] = [
  [/^template render limit exceeded$/, `it takes longer than ${limits.liquidMs} ms`],
  [/^memory alloc limit exceeded$/, 'its lists and texts exceed the limit'],
  [/^parse length limit exceeded$/, 'it is too long'],
  [/^Maximum call stack size exceeded\.?$/, 'its tags are nested too deep'],
  [/^tag "(.*)" not found$/, 'the tag $1 is not known here'],
  [/^undefined filter: (.*)$/, 'the filter $1 is not known here'],
  [/^(?:tag|output) "?([\s\S]*?)"? not closed$/, '$1 is not closed'],
  [/^illegal tag: ([\s\S]*?)(?:, file.*)?$/, 'the tag $1 cannot be read'],
]

/** The problem that an error of the engine is; its words are made those of the author. */
export function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  let problem = withoutPosition(message).slice(0, 300)
  for (const [pattern, words] of said) problem = problem.replace(pattern, words)
  if (!LiquidError.is(error)) return { problem }
  const [line] = error.token.getPosition()
  return line === undefined ? { problem } : { problem, line }
}

// The engine ends its messages with `, file:name, line:1, col:2`.
function withoutPosition(message: string): string {
  const end = message.search(/, line:\d+, col:\d+$/)
  if (end < 0) return message
  const file = message.indexOf(', file:', message.lastIndexOf('\n', end) + 1)
  return message.slice(0, file >= 0 && file < end ? file : end)
}
