/** How the package of each client library is installed in an empty folder, and how its programs run there. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/compile.ts'
import { packTypescript } from '../../../scripts/clients/pack-typescript.ts'
import { clientGenerators, isInstalled, run, toolsOf } from '../../../scripts/contract/generators.ts'

export interface ClientLanguage {
  name: string
  /** Programs that have to be on the machine. */
  needs: readonly string[]
  remedy: string
  /** Folder of the library in `sdk`. */
  library: string
  /** Language of the code blocks in its README. */
  fence: string
  extension: string
  install(folder: string): Promise<void>
  /** Variables of the environment of its programs. */
  env?: Readonly<Record<string, string>>
  /** Commands that check the types of all programs in the folder. */
  checks: readonly (readonly string[])[]
  /** True if the programs are checked one by one: each is a package of its own. */
  checksEachFile?: boolean
  /** The command that runs a program, by its file. */
  run(file: string): string[]
}

/** Installed with a generator of Python clients: mypy. */
const [pythonTools] = clientGenerators.filter(({ needs }) => needs.join() === 'python3')

/** No module is fetched. */
export const goEnvironment = { GOPROXY: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' } as const

const hasCurl = Bun.which('php') !== null && Bun.spawnSync(['php', '--ri', 'curl']).exitCode === 0

/** No program where PHP lacks ext-curl, which is a package of its own on Debian. */
export const phpProgram = hasCurl ? 'php' : 'php with ext-curl'

const strict =
  '--ignoreConfig --noEmit --strict --target es2022 --lib es2023,dom,dom.iterable --module nodenext --moduleResolution nodenext'

/** Set to run programs of TypeScript on a Node that reads no types. */
const { SVC_CLIENT_NODE: node = '' } = process.env
const onNode = `${process.execPath} build --no-bundle $0 --outfile $0.mjs >/dev/null &&`

export const clientLanguages: readonly ClientLanguage[] = [
  {
    name: 'TypeScript',
    needs: [],
    remedy: '',
    library: 'typescript',
    fence: 'ts',
    extension: 'mts',
    async install(folder) {
      mkdirSync(join(folder, 'node_modules'))
      await packTypescript(join(folder, 'node_modules/svc-client'))
      for (const name of ['bun-types', '@types'])
        symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    },
    checks: [[join(root, 'node_modules/.bin/tsc'), ...`${strict} --skipLibCheck --types bun-types`.split(' ')]],
    run: (file) => (node === '' ? [process.execPath, file] : ['sh', '-c', `${onNode} ${node} $0.mjs`, file]),
  },
  {
    name: 'Python',
    needs: ['python3'],
    remedy: 'install Python 3.9 or newer as python3',
    library: 'python',
    fence: 'python',
    extension: 'py',
    install(folder) {
      cpSync(join(root, 'sdk/python/src'), folder, { recursive: true })
      return Promise.resolve()
    },
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    checks:
      pythonTools !== undefined && isInstalled(pythonTools)
        ? [[join(toolsOf(pythonTools), 'python/bin/mypy'), '--strict']]
        : [],
    run: (file) => ['python3', file],
  },
  {
    name: 'Go',
    needs: ['go'],
    remedy: 'apt-get install golang-go, 1.19 or newer',
    library: 'go',
    fence: 'go',
    extension: 'go',
    async install(folder) {
      const replaced = `replace svc.example/client => ${join(root, 'sdk/go')}`
      await Bun.write(
        join(folder, 'go.mod'),
        `module programs\n\ngo 1.19\n\nrequire svc.example/client v0.0.0\n\n${replaced}\n`,
      )
    },
    env: goEnvironment,
    checks: [['go', 'vet']],
    checksEachFile: true,
    run: (file) => ['go', 'run', file],
  },
  {
    name: 'PHP',
    needs: [phpProgram],
    remedy: 'apt-get install php-cli php-curl, 8.2 or newer',
    library: 'php',
    fence: 'php',
    extension: 'php',
    install(folder) {
      for (const name of ['autoload.php', 'src'])
        cpSync(join(root, 'sdk/php', name), join(folder, 'svc-client', name), { recursive: true })
      return Promise.resolve()
    },
    checks: [['php', '-l']],
    checksEachFile: true,
    run: (file) => ['php', file],
  },
  {
    name: 'Ruby',
    needs: ['ruby'],
    remedy: 'apt-get install ruby, 3.1 or newer',
    library: 'ruby',
    fence: 'ruby',
    extension: 'rb',
    async install(folder) {
      const gem = join(folder, 'client.gem')
      await run(['gem', 'build', '--strict', '--output', gem, 'svc-client.gemspec'], join(root, 'sdk/ruby'))
      await run(['gem', 'install', '--local', '--no-document', '--install-dir', 'gems', gem], folder)
    },
    env: { GEM_PATH: 'gems' },
    checks: [['ruby', '-wc']],
    run: (file) => ['ruby', '-w', file],
  },
]
