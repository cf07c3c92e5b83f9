import { nearest } from '../../../kernel/spelling/index.ts'

const maxListed = 30

/** The message for an unknown property: the closest name, otherwise all valid ones. */
export function unknownName(name: string, known: ReadonlyMap<string, unknown>): string {
  const names = [...known.keys()]
  const meant = nearest(name, names)
  if (meant !== undefined) return `is not a property of this node; did you mean ${meant}?`
  const listed = names.slice(0, maxListed).join(', ')
  return `is not a property here; valid properties are ${listed}${names.length > maxListed ? ', …' : ''}`
}
