import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inlineLimits } from './inline-limits.ts'

const imported = /import \{([^}]*)\} from '(\.[^']*\/index\.ts)'/g
const exported = /export \{([^}]*)\} from '([^']+)'/g
const everything = /export \* from '([^']+)'/g
const declared = /^export (?:const|function|class|async function|function\*) (\w+)/gm

/**
 * Leads imports through a room's entry point straight to the file behind it. A bundler puts all that one entry point leads to into one
 * chunk; this way what is read later stays in a chunk of its own. The meaning is the same, for entry points only pass on.
 */
export const openDoors: Bun.BunPlugin = {
  name: 'open doors',
  setup(build) {
    build.onLoad({ filter: /\/(?:src|sdk)\/.*\.tsx?$/ }, ({ path }) => ({
      contents: inlineLimits(readFileSync(path, 'utf8')).replace(imported, (_, names: string, door: string) =>
        printImports(names, join(dirname(path), door)),
      ),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}

function printImports(names: string, door: string): string {
  const modes = pathsThrough(door)
  return valuesIn(names)
    .map((name) => {
      const [own = name] = name.split(' as ')
      return `import { ${name} } from ${JSON.stringify(modes.get(own) ?? door)}`
    })
    .join(';')
}

const known = new Map<string, ReadonlyMap<string, string>>()

/** The file behind a entry point for every value that it passes on. */
function pathsThrough(door: string): ReadonlyMap<string, string> {
  const before = known.get(door)
  if (before !== undefined) return before
  const source = readFileSync(door, 'utf8')
  const modes = new Map<string, string>()
  for (const [, names = '', file = ''] of source.matchAll(exported)) {
    const path = join(dirname(door), file)
    for (const name of valuesIn(names))
      modes.set(name, path.endsWith('/index.ts') ? (pathsThrough(path).get(name) ?? path) : path)
  }
  for (const [, file = ''] of source.matchAll(everything)) {
    const path = join(dirname(door), file)
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(declared)) modes.set(name, path)
  }
  known.set(door, modes)
  return modes
}

function valuesIn(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}
