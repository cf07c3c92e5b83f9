import { Glob } from 'bun'
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Source text by path, relative to the tree's root. */
export type SourceTree = ReadonlyMap<string, string>

/** One import of a file by another; type-only imports count. */
export interface Import {
  from: string
  to: string
}

export const repository = join(import.meta.dir, '../..')

/** Reads every TypeScript file below a folder of the repository; a missing folder is empty. */
export async function readTree(folder: string): Promise<SourceTree> {
  const root = join(repository, folder)
  if (!existsSync(root)) return new Map()
  const paths = [...new Glob('**/*.{ts,tsx}').scanSync(root)].map((path) => path.replaceAll('\\', '/')).sort()
  return new Map(await Promise.all(paths.map(async (path) => [path, await Bun.file(join(root, path)).text()] as const)))
}

// A statement that opens with import or export, or a call of import(). Bun.Transpiler.scanImports would drop type imports.
const statement = /(?:^|[;\n])[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom\b)?\s*(['"])([^'"\n]+)\1/g
const call = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g

/** What a file imports, statically, by type or by call, as written. */
export function specifiersOf(source: string): string[] {
  const code = withoutComments(source)
  return [...code.matchAll(statement), ...code.matchAll(call)].map((match) => match[2] ?? '')
}

/** The imports between files of the tree. */
export function importsOf(tree: SourceTree): Import[] {
  const imports: Import[] = []
  for (const [from, source] of tree)
    for (const to of specifiersOf(source)
      .filter((name) => name.startsWith('.'))
      .map((name) => normalize(join(dirname(from), name))))
      if (tree.has(to) && to !== from) imports.push({ from, to })
  return imports
}

/** The packages a file imports: `node:fs`, `elysia`, `@sinclair/typebox`. */
export function packagesOf(source: string): string[] {
  return specifiersOf(source)
    .filter((name) => !name.startsWith('.'))
    .map((name) =>
      name.includes(':')
        ? name
        : name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
    )
}

/** The source with comments blanked out, line numbers kept; strings that look like comments are respected. */
export function withoutComments(source: string): string {
  const pattern = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  return source.replace(pattern, (match) => (/^\/[/*]/.test(match) ? match.replace(/[^\n]/g, ' ') : match))
}

/** The first `depth` folders of a path. */
export function folderOf(path: string, depth: number): string {
  return path.split('/').slice(0, depth).join('/')
}
