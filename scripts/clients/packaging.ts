/**
 * The packages of the client libraries, and the tools of their ecosystems that check them, at pinned versions. Nothing is
 * installed in the repository.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../compile.ts'
import { type Installation, run, toolsOf } from '../contract/generators.ts'
import { packTypescript } from './pack-typescript.ts'

export interface Packaging extends Installation {
  language: string
  /** Programs that have to be on the machine. */
  needs: readonly string[]
  /** Builds the package in an empty folder. */
  pack(folder: string): Promise<unknown>
  /** Run in that folder; `{tools}` is the folder of the installation. Each fails with what it reports. */
  checks: readonly (readonly string[])[]
}

export const packagings: readonly Packaging[] = [
  {
    language: 'TypeScript',
    name: 'publint 0.3.25',
    needs: ['npm'],
    install: [
      ['npm', 'init', '--yes'],
      [
        'npm',
        'install',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        'publint@0.3.25',
        '@arethetypeswrong/cli@0.18.5',
      ],
    ],
    async pack(folder) {
      await packTypescript(join(folder, 'package'))
      await run(['npm', 'pack', '--silent', './package'], folder)
    },
    checks: [
      ['{tools}/node_modules/.bin/publint', '--strict', 'package'],
      ['sh', '-c', '{tools}/node_modules/.bin/attw --no-color *.tgz'],
    ],
  },
  {
    language: 'Python',
    name: 'twine 7.0.0',
    needs: ['python3'],
    install: [
      ['python3', '-m', 'venv', 'python'],
      [
        'python/bin/pip',
        'install',
        '--quiet',
        'build==1.6.1',
        'twine==7.0.0',
        'mypy==2.4.1',
        'setuptools==80.9.0',
        'wheel==0.48.0',
      ],
    ],
    async pack(folder) {
      cpSync(join(root, 'sdk/python'), folder, { recursive: true })
      const python = join(toolsOf(this), 'python/bin/python')
      await run([python, '-m', 'build', '--no-isolation'], folder)
      await run(
        [python, '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--target=.installed'].concat([
          ...new Bun.Glob('dist/*.whl').scanSync({ cwd: folder }),
        ]),
        folder,
      )
    },
    checks: [
      ['sh', '-c', '{tools}/python/bin/twine check --strict dist/*'],
      // As a caller has it: its `py.typed` and its stubs.
      ['{tools}/python/bin/mypy', '--strict', '.installed/svc_client'],
      ['sh', '-c', 'MYPYPATH=.installed {tools}/python/bin/mypy --strict -c "import svc_client"'],
    ],
  },
  {
    language: 'PHP',
    name: 'phpstan 2.1',
    needs: ['php', 'composer'],
    install: [
      ['composer', 'init', '--no-interaction', '--name=svc/checks'],
      ['composer', 'require', '--no-interaction', '--quiet', 'phpstan/phpstan:2.1.*', 'vimeo/psalm:5.26.1'],
    ],
    async pack(folder) {
      for (const name of ['src', 'composer.json', 'phpstan.neon', 'psalm.xml'])
        cpSync(join(root, 'sdk/php', name), join(folder, name), { recursive: true })
      await run(['composer', 'dump-autoload', '--no-interaction', '--quiet'], folder)
    },
    checks: [
      ['{tools}/vendor/bin/phpstan', 'analyse', '--no-progress', '--memory-limit=2G'],
      ['{tools}/vendor/bin/psalm', '--no-cache', '--no-progress'],
    ],
  },
]

/** Throws the output of the first check that fails. */
export async function checkPackage(packaging: Packaging, folder: string): Promise<void> {
  await packaging.pack(folder)
  const tools = toolsOf(packaging)
  for (const command of packaging.checks)
    await run(
      command.map((word) => word.replaceAll('{tools}', tools)),
      folder,
    )
}
