import type { Scope } from '../../data/index.ts'

/** Authored HTML whose Liquid goes beyond the data language, with the data at its position. */
export interface LiquidRequest {
  source: string
  data: unknown
  locals: Readonly<Record<string, unknown>>
  /** Tells apart what one source shows in the rounds of loops; the same for the same round. */
  round: string
}

/** What a source became: HTML that is clean, with what its author should know. */
export interface LiquidResult {
  html: string
  warnings: readonly { code: 'MISSING_VALUE' | 'UNSAFE_ADDRESS' | 'LIQUID_FAILED'; message: string }[]
}

/**
 * Fills authored Liquid, which the renderer itself does not run. Undefined where the answer is not known yet: the rendering
 * is one that only asks, and is thrown away.
 */
export type FillLiquid = (ask: LiquidRequest) => LiquidResult | undefined

/** The request a source in a scope. */
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
