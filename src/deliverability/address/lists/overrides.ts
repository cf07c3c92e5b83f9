import { asciiDomain } from '../host-name.ts'
import type { ListOverrides } from './lists.ts'

/** Parsed overrides and the invalid lines. */
export interface ReadOverrides extends ListOverrides {
  /** Invalid lines, numbered from 1. */
  readonly unread: readonly number[]
}

const words = ['allow', 'disposable', 'free', 'relay', 'role', 'parked'] as const

/**
 * Reads a file of the operator: a keyword and a name on each line, such as `disposable example.com`. `allow` removes a
 * domain from the disposable ones, `role` takes a local part, and `parked` a name server. # starts a comment.
 */
export function readOverrides(text: string): ReadOverrides {
  const sets = {
    allow: new Set<string>(),
    disposable: new Set<string>(),
    free: new Set<string>(),
    relay: new Set<string>(),
    role: new Set<string>(),
    parked: new Set<string>(),
  }
  const unread: number[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [given = '', name = '', ...rest] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (given === '') continue
    const word = words.find((each) => each === given)
    const wanted = word === 'role' ? readRole(name) : asciiDomain(name)
    if (word === undefined || wanted === undefined || rest.length > 0) unread.push(index + 1)
    else sets[word].add(wanted)
  }
  return { ...sets, unread }
}

function readRole(name: string): string | undefined {
  return /^[^@\s+]{1,64}$/.test(name) ? name.toLowerCase() : undefined
}
