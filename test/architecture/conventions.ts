import { type SourceTree, withoutComments } from './source-tree.ts'

/** File names that describe no subject. */
const vague = /(?:^|[-/])(utils?|helpers?|common|shared|misc|types|constants|manager|base)(?:-[a-z]+)?\.tsx?$/

/** Patterns that no file may contain, with the message. `allowed` matches the files that are exempt. */
const forbidden: { pattern: RegExp; message: string; inComments?: true; allowed?: RegExp }[] = [
  { pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/, message: 'leaves work undone', inComments: true },
  { pattern: /@ts-(?:ignore|nocheck|expect-error)/, message: 'silences the compiler', inComments: true },
  { pattern: /(?::|<|\bas|,)\s*any\b(?!\s*[:(])/, message: 'uses any' },
  {
    pattern: /\bas unknown as\b/,
    message: 'casts through unknown',
    allowed: /^(?:src\/)?(?:email\/render\/block-type\.ts|platform\/storage\/)/,
  },
  { pattern: /^export default\b/m, message: 'exports a default' },
  { pattern: /(?:\/home\/|\/Users\/|\/work\/|C:\\Users)/, message: 'names a path of one machine', inComments: true },
  { pattern: /^[ \t]*\/\/[ \t]*[-=*#~]{4,}/m, message: 'is a banner comment', inComments: true },
]

/** Patterns that no test may contain either. */
const forbiddenInTests: typeof forbidden = [
  { pattern: /\b(?:test|describe|it)\.(?:only|skip|todo)\b/, message: 'skips a test' },
  { pattern: /\b(?:sleep|Bun\.sleep)\s*\(/, message: 'sleeps', allowed: /^support\// },
]

/** Files whose names are vague or not kebab-case. */
export function findVagueNames(tree: SourceTree): string[] {
  return [...tree.keys()].flatMap((path) => {
    if (vague.test(path)) return [`${path} has a vague name`]
    return /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*\.tsx?$/.test(path.split('/').at(-1) ?? '')
      ? []
      : [`${path} is not kebab-case`]
  })
}

/** Folders that hold one file or folder and nothing else, by the paths of all files. */
export function findFoldersOfOneFile(paths: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>()
  for (const path of paths) {
    const parts = path.split('/')
    for (const [at, name] of parts.entries()) {
      const folder = parts.slice(0, at).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(name))
    }
  }
  return [...entries].filter(([folder, held]) => folder !== '' && held.size === 1).map(([folder]) => folder)
}

/** Forbidden patterns, each with file and line. */
export function findForbidden(tree: SourceTree, kind: 'source' | 'test'): string[] {
  const list = kind === 'test' ? [...forbidden, ...forbiddenInTests] : forbidden
  return [...tree].flatMap(([path, source]) =>
    list
      .filter(({ allowed }) => allowed?.test(path) !== true)
      .flatMap(({ pattern, message, inComments }) => {
        const text = inComments ? source : withoutComments(source)
        const at = pattern.exec(text)?.index
        return at === undefined ? [] : [`${path}:${text.slice(0, at).split('\n').length} ${message}`]
      }),
  )
}

/** Entry points that do not open with two to six lines about the module. */
export function findUndocumentedEntryPoints(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (!path.endsWith('/index.ts')) return []
    const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? []
    const lines = comment.split('\n').filter((line) => /[a-z]/i.test(line)).length
    return lines >= 2 && lines <= 6
      ? []
      : [`${path} opens with ${lines} lines about the module; two to six are required`]
  })
}

/**
 * Exports of the trees that no other file names; `readers` are further trees that may import them. A type may be exported
 * beside the function that returns it.
 */
export function findUnusedExports(trees: readonly SourceTree[], readers: readonly SourceTree[] = []): string[] {
  const filesWith = new Map<string, number>()
  for (const tree of [...trees, ...readers])
    for (const source of tree.values())
      for (const word of new Set(source.match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
  return trees.flatMap((tree) =>
    [...tree].flatMap(([path, source]) =>
      [...source.matchAll(declared)].flatMap(([, kind = '', name = '']) => {
        const isReturned = /type|interface/.test(kind) && source.split(new RegExp(`\\b${name}\\b`)).length > 2
        return filesWith.get(name) === 1 && !isReturned ? [`${path} exports ${name}, which no other file uses`] : []
      }),
    ),
  )
}

const declared = /^export (?:async )?(?:abstract )?(function|const|let|class|interface|type|enum)\*? ([A-Za-z_]\w*)/gm

/** Docstrings that restate a name instead of giving units, shapes, errors, a source or a surprise. */
export function findRestatements(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) =>
    [...source.matchAll(/\/\*\*\s*(?:\*\s*)?(Whether)\b/g)].map(
      ({ 1: word, index }) => `${path}:${source.slice(0, index).split('\n').length} opens a docstring with “${word} …”`,
    ),
  )
}
