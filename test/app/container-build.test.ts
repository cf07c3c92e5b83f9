/** `docker build` of the documentation, without a container engine: each step has its files. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { specifiersOf } from '../architecture/source-tree.ts'

const root = join(import.meta.dir, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test('each step of the Dockerfile has the files that its npm scripts run', () => {
  const present = new Set<string>()
  const missing: string[] = []
  for (const line of read('Dockerfile').split('\n')) {
    const [, names = ''] = /^COPY (?!--)(.+) \S+$/.exec(line) ?? []
    for (const name of names.split(' ')) present.add(name)
    for (const [, name = ''] of line.startsWith('RUN ') ? line.matchAll(/npm run (?:--\S+ )*(\w+)/g) : []) {
      const words = [`pre${name}`, name].flatMap((each) => scripts[each]?.split(' ') ?? [])
      const files = words.filter((word) => word.includes('/') && existsSync(join(root, word)))
      missing.push(...files.filter((file) => !present.has(file) && !present.has('.')).map((file) => `${line}: ${file}`))
    }
  }
  expect(present).toContain('.')
  expect(missing).toEqual([])
})

test('what .dockerignore leaves out is not read by the build', () => {
  const tracked = read('.dockerignore')
    .trim()
    .split('\n')
    .filter((name) => existsSync(join(root, name)) && !['.git', 'node_modules', 'dist'].includes(name))
  const files = reachedFrom('scripts/build.ts')
  expect(files.size).toBeGreaterThan(100)
  const naming = [...files].flatMap(([file, text]) =>
    tracked.filter((name) => namesFolder(name, text)).map((name) => `${file}: ${name}`),
  )
  expect(naming).toEqual([])
})

/** True if a quoted path is the folder or in it; a single word may be anything else. */
function namesFolder(folder: string, text: string): boolean {
  const end = folder.includes('/') ? `[/'"\`]` : '/'
  return new RegExp(`['"\`]${RegExp.escape(folder)}${end}`).test(text)
}

/** A file and what it imports from files of the repository, with their texts. */
function reachedFrom(file: string, reached = new Map<string, string>()): Map<string, string> {
  if (reached.has(file) || !existsSync(join(root, file))) return reached
  const text = read(file)
  reached.set(file, text)
  for (const specifier of specifiersOf(text).filter((each) => each.startsWith('.')))
    reachedFrom(join(dirname(file), specifier), reached)
  return reached
}
