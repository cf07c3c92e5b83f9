import { asciiDomain } from '../host-name.ts'
import type { ListOverrides } from './lists.ts'

/** What was read of an operator's file, and the lines that say nothing. */
export interface ReadOverrides extends ListOverrides {
  /** Numbers of the lines that could not be read, from 1. */
  readonly unread: readonly number[]
}

const words = ['allow', 'disposable', 'free', 'relay', 'role', 'parked'] as const

/**
 * Reads an operator's file: a word and a name on each line, such as `disposable example.com`; `allow` takes a domain off the
 * list of disposable ones, `role` has the name of a task, and `parked` that of name servers. What follows a # is a remark.
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
