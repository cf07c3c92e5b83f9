/** A seeded random source (mulberry32), so that a failing case can be run again from its seed. */
export interface Random {
  next(): number
  integer(below: number): number
  pick<T>(values: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const integer = (below: number) => Math.floor(next() * below)
  return { next, integer, pick: (values) => values[integer(values.length)] as (typeof values)[number] }
}
