import type { Declaration } from './declarations.ts'

/** Reads a list of declarations; it may cache them, for elements share theirs. */
export type SplitDeclarations = (list: string) => readonly Declaration[]

/**
 * The style attribute of an element to which rules apply: the rules, then its own declarations, which win as they are the
 * later ones. Rules that its own overrule are left out, and its own that an important rule overrules; the rest of its own
 * stays as it is written.
 */
export function mergeStyles(rules: string, own: string, split: SplitDeclarations): string {
  const ours = split(own)
  const overruled = new Set(ours.map(({ name }) => name))
  const important = new Set(ours.filter(({ isImportant }) => isImportant).map(({ name }) => name))
  const before: string[] = []
  const after: string[] = []
  const stronger = new Set<string>()
  for (const { name, text, isImportant } of split(rules)) {
    if (isImportant && !important.has(name)) {
      after.push(text)
      stronger.add(name)
    } else if (!isImportant && !overruled.has(name)) before.push(text)
  }
  const kept =
    stronger.size === 0
      ? own.trim().replace(/;$/, '')
      : ours
          .filter(({ name }) => !stronger.has(name))
          .map(({ text }) => text)
          .join(';')
  return [...before, ...(kept === '' ? [] : [kept]), ...after].join(';')
}
