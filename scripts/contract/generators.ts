/**
 * Client generators that others wrote, at pinned versions: how each is installed, generates a client from the published
 * document, checks its types and runs the scenario in test/fixtures/clients. Nothing is installed in the repository.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from '../compile.ts'

export interface ClientGenerator {
  name: string
  /** Programs that have to be on the machine. */
  needs: readonly string[]
  scenario: { fixture: string; file: string }
  /** Files beside the document that the commands read. */
  files: Readonly<Record<string, string>>
  /** Run once, in an empty folder, over the network. */
  install: readonly string[][]
  /** In a folder with `openapi.json`, the scenario and the files; `{tools}` is the folder of the installation. */
  build: readonly string[][]
  run: readonly string[]
  /** False if it takes too much of the processor for every run of the tests. */
  isInEveryRun: boolean
}

const guide = await Bun.file(join(root, 'docs/clients.md')).text()
const strict = '--ignoreConfig --noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable'
const generateFetch =
  'generate -i openapi.json -g typescript-fetch -o client --global-property apiDocs=false,modelDocs=false'

export const clientGenerators: readonly ClientGenerator[] = [
  {
    name: 'openapi-python-client 0.29.1',
    needs: ['python3'],
    scenario: { fixture: 'scenario.py.txt', file: 'scenario.py' },
    files: { 'config.yml': settingsOf('content_type_overrides') },
    install: [
      ['python3', '-m', 'venv', 'python'],
      ['python/bin/pip', 'install', '--quiet', 'openapi-python-client==0.29.1', 'mypy==2.4.1'],
    ],
    build: [
      ['{tools}/python/bin/openapi-python-client', ...words('generate --path openapi.json --config config.yml')].concat(
        words('--output-path client --meta none --fail-on-warning --overwrite'),
      ),
      ['{tools}/python/bin/mypy', '--strict', '--follow-imports=silent', 'scenario.py'],
    ],
    run: ['{tools}/python/bin/python', 'scenario.py'],
    isInEveryRun: true,
  },
  {
    name: 'oapi-codegen 2.8.2',
    needs: ['go'],
    scenario: { fixture: 'scenario.go.txt', file: 'main.go' },
    files: {
      'oapi.yml': settingsOf('skip-prune'),
      'go.mod': 'module scenario\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.8.0\n',
    },
    install: [
      ['go', 'install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
      ['go', 'mod', 'init', 'scenario'],
      ['go', 'get', 'github.com/oapi-codegen/runtime@v1.8.0', 'github.com/oapi-codegen/runtime/types@v1.8.0'],
    ],
    build: [
      ['cp', '{tools}/go.mod', '{tools}/go.sum', '.'],
      ['mkdir', '-p', 'client'],
      ['{tools}/bin/oapi-codegen', '-config', 'oapi.yml', '-o', 'client/client.go', 'openapi.json'],
      ['go', 'vet', './...'],
      ['go', 'build', '-o', 'scenario', '.'],
    ],
    run: ['./scenario'],
    isInEveryRun: false,
  },
  {
    name: 'openapi-generator 7.26.0',
    needs: ['java', 'python3'],
    scenario: { fixture: 'scenario-fetch.ts.txt', file: 'scenario.ts' },
    files: {},
    install: [
      ['python3', '-m', 'venv', 'python'],
      ['python/bin/pip', 'install', '--quiet', 'openapi-generator-cli==7.26.0'],
    ],
    build: [
      ['{tools}/python/bin/openapi-generator-cli', ...words(generateFetch)],
      [
        join(root, 'node_modules/.bin/tsc'),
        ...words(strict),
        ...words('--module esnext --moduleResolution bundler'),
      ].concat(words('--types bun-types scenario.ts')),
    ],
    run: [process.execPath, 'scenario.ts'],
    isInEveryRun: false,
  },
]

function words(text: string): string[] {
  return text.split(' ')
}

/** The settings of the guide: what it tells callers is what is tested. */
function settingsOf(word: string): string {
  const blocks = [...guide.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text)
  return blocks.find((text) => text.includes(word)) ?? ''
}

/** Something that is installed in a cache outside of the repository. */
export type Installation = Pick<ClientGenerator, 'name' | 'install'>

export function toolsOf({ name }: Installation): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  return join(cache, 'svc-generators', name.replace(' ', '-'))
}

export function isInstalled(generator: Installation): boolean {
  return existsSync(join(toolsOf(generator), 'installed'))
}

/** Throws the output of the first command that fails. */
export async function install(generator: Installation): Promise<void> {
  const folder = toolsOf(generator)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const command of generator.install) await run(command, folder, { GOBIN: join(folder, 'bin') })
  writeFileSync(join(folder, 'installed'), '')
}

export async function run(command: readonly string[], folder: string, env: Record<string, string> = {}) {
  const child = Bun.spawn([...command], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...env },
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}:\n${out}${err}`)
  return out
}
