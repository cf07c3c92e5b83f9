import type { Atom } from './atoms.ts'

/** An atom with the direction in which its text runs. */
export interface Directed {
  atom: Atom
  direction: 'ltr' | 'rtl'
  /** Its place in the order in which the line is read. */
  index: number
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const leftToRight = /\p{L}/u

/**
 * The atoms of a line from left to right (Unicode Standard Annex 9, by words: what is inside a word is left to anyone who
 * shapes it). What has no direction of its own goes with what is on both sides of it, or with the line.
 */
export function inVisualOrder(atoms: readonly Atom[], base: 'ltr' | 'rtl'): readonly Directed[] {
  const own = atoms.map(directionOf)
  if (base === 'ltr' && !own.includes('rtl')) return atoms.map((atom, index) => ({ atom, direction: 'ltr', index }))
  const settled = settle(own, base)
  const directed = atoms.map((atom, index): Directed => ({ atom, direction: settled[index] ?? base, index }))
  const other = base === 'ltr' ? 'rtl' : 'ltr'
  const ordered = base === 'rtl' ? directed.toReversed() : directed
  // Runs against the line's direction are turned by themselves.
  const result: Directed[] = []
  let turned: Directed[] = []
  const end = () => {
    result.push(...turned.toReversed())
    turned = []
  }
  for (const each of ordered) {
    if (each.direction === other) turned.push(each)
    else {
      end()
      result.push(each)
    }
  }
  end()
  return result
}

function directionOf(atom: Atom): 'ltr' | 'rtl' | undefined {
  if (atom.kind !== 'word') return undefined
  if (rightToLeft.test(atom.text)) return 'rtl'
  return leftToRight.test(atom.text) ? 'ltr' : undefined
}

function settle(own: readonly ('ltr' | 'rtl' | undefined)[], base: 'ltr' | 'rtl'): ('ltr' | 'rtl')[] {
  const after: ('ltr' | 'rtl')[] = []
  let next: 'ltr' | 'rtl' = base
  for (let at = own.length - 1; at >= 0; at--) {
    next = own[at] ?? next
    after[at] = next
  }
  let before: 'ltr' | 'rtl' = base
  return own.map((direction, index) => {
    if (direction !== undefined) before = direction
    return direction ?? (before === after[index] ? before : base)
  })
}
