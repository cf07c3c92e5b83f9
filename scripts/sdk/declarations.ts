import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { createSvc } from '../../sdk/browser/index.ts'
import { root } from '../compile.ts'
import { source } from './bundle.ts'

/** Frameworks with a wrapper of their own, and the custom element for others. */
export const wrappers = ['react', 'vue', 'angular', 'element'] as const

/** The declarations of the SDK, each a file that imports no other of ours but `index`. */
export interface Declarations {
  /** Of the module. */
  esm: string
  /** Of what `require` answers: the editor itself. */
  cjs: string
  /** Of the script: those of the module, and the global variable. */
  script: string
  wrappers: ReadonlyMap<(typeof wrappers)[number], string>
}

/**
 * The declarations that the compiler emits for the SDK's own source, put into one file a form without what they do not export:
 * the compiler writes a file for each source file. `folder` is written and removed. Throws with what the compiler says.
 */
export async function declareSdk(folder: string): Promise<Declarations> {
  await emitDeclarations(folder)
  const exported = exportedNames(readFileSync(join(folder, 'index.d.ts'), 'utf8'))
  const text = collect(folder, exported)
  const types = exported.filter((name) => !values.includes(name))
  const names = ['svc as default', 'createSvc', 'SvcError', ...types.map((name) => `type ${name}`)]
  const declared = `${notice}${text}/** The editor of this page. */\ndeclare const svc: Svc\n`
  const list = (all: readonly string[]) => `export {\n  ${all.join(',\n  ')},\n}\n`
  const required = commonJs()
  const read = (name: (typeof wrappers)[number]) =>
    readFileSync(join(folder, `wrappers/${name}.d.ts`), 'utf8').replaceAll('../index.ts', './index.js')
  const made = {
    esm: `${declared}${list(names)}`,
    cjs: `${declared}${required.declared}${list([...names, ...required.names])}`,
    script: `${declared}${globalVariable}${list(names)}`,
    wrappers: new Map(wrappers.map((name) => [name, read(name)])),
  }
  rmSync(folder, { recursive: true, force: true })
  return made
}

const notice = '// Emitted from the source of the SDK.\n\n'

const values: readonly string[] = ['default', 'createSvc', 'SvcError']

const globalVariable = `declare global {
  var svc: Svc & { createSvc: typeof createSvc; majorVersion: number }
}
`

/** `require` answers the editor itself, so that its methods are exports too. */
function commonJs(): { declared: string; names: string[] } {
  const methods = Object.keys(createSvc())
  return {
    declared: methods.map((name) => `declare const method_${name}: Svc['${name}']\n`).join(''),
    names: methods.map((name) => `method_${name} as ${name}`),
  }
}

interface Declaration {
  names: readonly string[]
  /** As it is in a module that exports nothing by itself, with the comment before it. */
  text: string
  /** Every identifier in it. */
  mentions: ReadonlySet<string>
}

/** The declarations behind these names and behind what they mention, in the order of the source. */
function collect(folder: string, exported: readonly string[]): string {
  const files = [...new Bun.Glob('**/*.d.ts').scanSync(folder)].filter((file) => !/^wrappers|index\.d\.ts$/.test(file))
  const declarations = files.toSorted().flatMap((file) => declarationsOf(readFileSync(join(folder, file), 'utf8')))
  const byName = new Map<string, Declaration>()
  for (const declaration of declarations)
    for (const name of declaration.names) {
      if (byName.has(name)) throw new Error(`Two files of the SDK declare ${name}: rename one, they share a file here`)
      byName.set(name, declaration)
    }
  const wanted = new Set<Declaration>()
  const queue = [...exported]
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const declaration = byName.get(name)
    if (declaration === undefined || wanted.has(declaration)) continue
    wanted.add(declaration)
    queue.push(...declaration.mentions)
  }
  return declarations
    .filter((declaration) => wanted.has(declaration))
    .map(({ text }) => `${text}\n\n`)
    .join('')
}

function declarationsOf(text: string): Declaration[] {
  const { program } = parse(text, { sourceType: 'module', plugins: [['typescript', { dts: true }]], tokens: true })
  return program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') return []
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (inner === null || inner === undefined || !('id' in inner || 'declarations' in inner)) return []
    const names = 'declarations' in inner ? inner.declarations.map(({ id }) => nameOf(id)) : [nameOf(inner.id)]
    const [start, end] = [statement.leadingComments?.at(-1)?.start ?? statement.start ?? 0, statement.end ?? 0]
    const shown = `${text.slice(start, statement.start ?? 0)}${text.slice(inner.start ?? 0, end)}`
    return [{ names, text: shown, mentions: new Set(identifiersIn(inner)) }]
  })
}

function identifiersIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, name } = node as { type?: unknown; name?: unknown }
  const own = type === 'Identifier' ? [String(name)] : []
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, each]) => (key === 'leadingComments' ? [] : identifiersIn(each))),
  ]
}

function nameOf(id: unknown): string {
  return String((Object(id) as { name?: unknown }).name)
}

function exportedNames(text: string): string[] {
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','))
  return lists.map((name) => name.replace(/^\s*type\s/, '').trim()).filter((name) => name !== '')
}

async function emitDeclarations(folder: string): Promise<void> {
  const words = ['--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck', '--types', '']
  const form = '--target esnext --module esnext --moduleResolution bundler --lib esnext,dom,dom.iterable'.split(' ')
  const names = ['--allowImportingTsExtensions', '--rewriteRelativeImportExtensions', '--ignoreConfig']
  const entries = [join(source, 'index.ts'), ...wrappers.map((name) => join(source, `wrappers/${name}.ts`))]
  const command = [join(root, 'node_modules/.bin/tsc'), ...words, ...form, ...names, '--outDir', folder, ...entries]
  const run = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const said = await new Response(run.stdout).text()
  if ((await run.exited) !== 0) throw new Error(said)
}
