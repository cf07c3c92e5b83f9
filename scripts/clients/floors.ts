/**
 * The oldest versions that the client libraries support, as programs on this machine: those of Debian packages, of pyenv, or of
 * the npm registry. Nothing is installed in the repository.
 */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Installation, toolsOf } from '../contract/generators.ts'

export interface Floor {
  language: string
  /** Program that the tests run, such as `python3`. */
  program: string
  /** Beginning of the version. */
  version: string
  versionFlag: string
  /** Paths where that version may be, beside the program of the PATH. */
  places(): string[]
  /** For a version that the npm registry has. */
  installation?: Installation
  remedy: string
}

const nodePackage = `node-${process.platform}-${process.arch}`

const node: Installation = {
  name: 'node 18.0.0',
  install: [
    ['npm', 'init', '--yes'],
    ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', `${nodePackage}@18.0.0`],
  ],
}

export const floors: readonly Floor[] = [
  {
    language: 'TypeScript',
    program: 'node',
    version: '18.0',
    versionFlag: '--version',
    places: () => [join(toolsOf(node), 'node_modules', nodePackage, 'bin/node')],
    installation: node,
    remedy: 'npm install node@18.0.0 elsewhere',
  },
  {
    language: 'Python',
    program: 'python3',
    version: '3.9',
    versionFlag: '--version',
    places: () => [
      '/usr/bin/python3.9',
      '/usr/local/bin/python3.9',
      ...findIn(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions/3.9.*/bin/python3'),
    ],
    remedy: 'pyenv install 3.9',
  },
  {
    language: 'Go',
    program: 'go',
    version: '1.19',
    versionFlag: 'version',
    places: () => ['/usr/lib/go-1.19/bin/go'],
    remedy: 'apt-get install golang-1.19-go',
  },
  {
    language: 'PHP',
    program: 'php',
    version: '8.2',
    versionFlag: '--version',
    places: () => ['/usr/bin/php8.2'],
    remedy: 'apt-get install php8.2-cli php8.2-curl',
  },
  {
    language: 'Ruby',
    program: 'ruby',
    version: '3.1',
    versionFlag: '--version',
    places: () => ['/usr/bin/ruby3.1'],
    remedy: 'apt-get install ruby3.1',
  },
]

/** The program of that version and what it says of itself; undefined if it is not on this machine. */
export function findFloor({
  places,
  program,
  version,
  versionFlag,
}: Floor): { path: string; version: string } | undefined {
  for (const path of [...places(), Bun.which(program) ?? '']) {
    if (!existsSync(path)) continue
    const [found] = /\d+\.\d+(?:\.\d+)?/.exec(Bun.spawnSync([path, versionFlag]).stdout.toString()) ?? []
    if (found !== undefined && `${found}.`.startsWith(`${version}.`)) return { path, version: found }
  }
  return undefined
}

function findIn(folder: string, pattern: string): string[] {
  return existsSync(folder)
    ? [...new Bun.Glob(pattern).scanSync({ cwd: folder, absolute: true, onlyFiles: false })]
    : []
}
