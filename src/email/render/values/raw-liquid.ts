import type { Scope } from '../../data/index.ts'

/** Authored HTML with Liquid beyond the data language, and the data at its position. */
export interface LiquidRequest {
  source: string
  data: unknown
  locals: Readonly<Record<string, unknown>>
  /** Identifies the iteration of loops; equal for the same iteration. */
  round: string
}

/** Sanitized HTML, with warnings for its author. */
export interface LiquidResult {
  html: string
  warnings: readonly { code: 'MISSING_VALUE' | 'UNSAFE_ADDRESS' | 'LIQUID_FAILED'; message: string }[]
}

/**
 * Runs authored Liquid, which the renderer itself cannot. Undefined in a first pass that only collects requests and
 * whose rendering is discarded.
 */
export type FillLiquid = (request: LiquidRequest) => LiquidResult | undefined

export function requestOf(source: string, scope: Scope): LiquidRequest {
  const chain: Scope[] = []
  for (let at: Scope | undefined = scope; at?.name !== undefined; at = at.parent) chain.unshift(at)
  const locals: Record<string, unknown> = {}
  for (const { name, item, index, count } of chain) {
    if (name !== undefined) locals[name] = item
    locals['forloop'] = {
      index: index + 1,
      index0: index,
      first: index === 0,
      last: index === count - 1,
      length: count,
    }
  }
  return { source, data: scope.data, locals, round: chain.map(({ name, index }) => `${name}:${index}`).join(' ') }
}
