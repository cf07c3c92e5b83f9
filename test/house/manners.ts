import { type SourceTree, withoutComments } from './source-tree.ts'

/** File names that say nothing, and are what cycles pass through. */
const empty = /(?:^|[-/])(utils?|helpers?|common|shared|misc|types|constants|manager|base)(?:-[a-z]+)?\.tsx?$/

/** Things no file may hold, with the words of the message. `allowed` lists the files that have earned one. */
const habits: { pattern: RegExp; says: string; inComments?: true; allowed?: RegExp }[] = [
  { pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/, says: 'leaves work behind', inComments: true },
  { pattern: /@ts-(?:ignore|nocheck|expect-error)/, says: 'silences the compiler', inComments: true },
  { pattern: /(?::|<|\bas|,)\s*any\b(?!\s*[:(])/, says: 'uses any' },
  {
    pattern: /\bas unknown as\b/,
    says: 'casts through unknown',
    allowed: /^(?:src\/)?(?:engines\/render\/block-type\.ts|platform\/storage\/)/,
  },
  { pattern: /^export default\b/m, says: 'exports a default' },
  { pattern: /(?:\/home\/|\/Users\/|\/work\/|C:\\Users)/, says: 'names a path of one machine', inComments: true },
  { pattern: /^[ \t]*\/\/[ \t]*[-=*#~]{4,}/m, says: 'draws a banner', inComments: true },
]

/** Things no test may hold besides. */
const testHabits: typeof habits = [
  { pattern: /\b(?:test|describe|it)\.(?:only|skip|todo)\b/, says: 'leaves a test out' },
  { pattern: /\b(?:sleep|Bun\.sleep)\s*\(/, says: 'sleeps', allowed: /^support\// },
]

/** Files whose names say nothing about what is in them, or are not kebab-case. */
export function findEmptyNames(tree: SourceTree): string[] {
  return [...tree.keys()].flatMap((path) => {
    if (empty.test(path)) return [`${path} has a name that says nothing`]
    return /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*\.tsx?$/.test(path.split('/').at(-1) ?? '')
      ? []
      : [`${path} is not kebab-case`]
  })
}

/** Habits that rot a code base, each with its file and line. */
export function findHabits(tree: SourceTree, kind: 'source' | 'test'): string[] {
  const list = kind === 'test' ? [...habits, ...testHabits] : habits
  return [...tree].flatMap(([path, source]) =>
    list
      .filter((habit) => habit.allowed?.test(path) !== true)
      .flatMap(({ pattern, says, inComments }) => {
        const text = inComments ? source : withoutComments(source)
        const at = pattern.exec(text)?.index
        return at === undefined ? [] : [`${path}:${text.slice(0, at).split('\n').length} ${says}`]
      }),
  )
}

/** Doors of rooms that do not open with two to six lines about the room. */
export function findSilentDoors(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (!path.endsWith('/index.ts')) return []
    const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? []
    const lines = comment.split('\n').filter((line) => /[a-z]/i.test(line)).length
    return lines >= 2 && lines <= 6 ? [] : [`${path} opens with ${lines} lines about the room; two to six are wanted`]
  })
}

/**
 * What files of the trees export although no other file says its name; `readers` are further trees that may import it. A type
 * may be exported beside the function that gives it.
 */
export function findUnusedExports(trees: readonly SourceTree[], readers: readonly SourceTree[] = []): string[] {
  const filesWith = new Map<string, number>()
  for (const tree of [...trees, ...readers])
    for (const source of tree.values())
      for (const word of new Set(source.match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
  return trees.flatMap((tree) =>
    [...tree].flatMap(([path, source]) =>
      [...source.matchAll(declared)].flatMap(([, kind = '', name = '']) => {
        const isGiven = /type|interface/.test(kind) && source.split(new RegExp(`\\b${name}\\b`)).length > 2
        return filesWith.get(name) === 1 && !isGiven ? [`${path} exports ${name}, which nobody else uses`] : []
      }),
    ),
  )
}

const declared = /^export (?:async )?(?:abstract )?(function|const|let|class|interface|type|enum)\*? ([A-Za-z_]\w*)/gm

/** Exported functions without a sentence about what they mean. Overloads and re-exports are not counted. */
export function findSilentFunctions(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    const lines = source.split('\n')
    return lines.flatMap((line, index) => {
      const name = /^export (?:async )?function\*? (\w+)/.exec(line)?.[1]
      const above = lines[index - 1] ?? ''
      return name === undefined || /\*\/\s*$/.test(above) || above.includes(`function ${name}`)
        ? []
        : [`${path}:${index + 1} ${name} says nothing about itself`]
    })
  })
}
