import { check } from 'recheck'

/** A text that makes a pattern slow: each pump is repeated as often as the length allows, the suffix makes the match fail. */
export interface Attack {
  readonly pumps: readonly (readonly [prefix: string, pump: string])[]
  readonly suffix: string
}

/**
 * What recheck says of a pattern. `complexity` is `constant`, `linear` or `safe` (no attack found by fuzzing) where time grows
 * with the input at most; `polynomial 2` and up or `exponential` where it grows faster, with an attack; `unknown` with
 * recheck's reason where it cannot say.
 */
export interface Verdict {
  readonly complexity: string
  readonly attack?: Attack
}

/** Milliseconds after which recheck gives up on a pattern, whose verdict is `unknown timeout` then. */
const maxMs = 30_000

/** Repetitions above which a bounded quantifier is evaluated as an unbounded one: recheck unrolls it in memory. */
const maxRepetitions = 500

/** Evaluates one pattern. Apart from the timeout, work is bounded by steps, so that a verdict does not depend on the machine. */
export async function evaluate(source: string, flags: string): Promise<Verdict> {
  const steps = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null, attackLimit: 20_000_000 }
  const found = await check(widened(source), flags.replaceAll(/[dg]/g, ''), { ...steps, timeout: maxMs })
  if (found.status === 'unknown') return { complexity: `unknown ${found.error.kind}` }
  if (found.status === 'safe') return { complexity: found.complexity.type }
  const { type } = found.complexity
  const { pumps, suffix } = found.attack
  return {
    complexity: type === 'polynomial' ? `polynomial ${found.complexity.degree}` : type,
    attack: { pumps: pumps.map(({ prefix, pump }) => [prefix, pump]), suffix },
  }
}

function widened(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+),?(\d*)\}/gs, (written, min?: string, max?: string) =>
    Math.max(Number(min ?? 0), Number(max ?? 0)) < maxRepetitions ? written : Number(min) > 0 ? '+' : '*',
  )
}

/** Whether time grows with the input at most. */
export function isLinear({ complexity }: Verdict): boolean {
  return ['constant', 'linear', 'safe'].includes(complexity)
}

/** The attack as a text of at most `length` characters, its pumps repeated equally often. */
export function attackOf({ pumps, suffix }: Attack, length: number): string {
  const once = pumps.reduce((sum, [prefix]) => sum + prefix.length, suffix.length)
  const pumped = pumps.reduce((sum, [, pump]) => sum + pump.length, 0)
  const times = Math.max(1, Math.floor((length - once) / Math.max(1, pumped)))
  return (pumps.map(([prefix, pump]) => prefix + pump.repeat(times)).join('') + suffix).slice(0, length)
}
