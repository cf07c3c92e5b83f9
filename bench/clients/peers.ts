/**
 * What other generators make of the same document: size of the source, and the time to load it. Each is installed once, in the
 * cache of scripts/contract/generators.ts; one that cannot be had is reported and left out.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type ClientGenerator,
  type Installation,
  clientGenerators,
  install,
  isInstalled,
  run,
  toolsOf,
} from '../../scripts/contract/generators.ts'
import { removeDirectory } from '../server.ts'
import { bundledImport, fastestImport, kilobytes, sizeOf } from './sizes.ts'

interface Peer {
  name: string
  language: 'TypeScript' | 'Python' | 'Go' | 'PHP' | 'Ruby'
  /** Programs that have to be on the machine. */
  needs: readonly string[]
  installation: Installation
  files?: Readonly<Record<string, string>>
  /** In a folder with `openapi.json`; `{tools}` is the folder of the installation. */
  generate: readonly string[]
  /** The generated source, below that folder. */
  source: string
  /** Prints the milliseconds that its program took to load the client; without it the client is compiled. */
  load?: readonly string[]
  /** TypeScript: what a program imports; it is bundled as our own package is. */
  entry?: string
}

const words = (text: string) => text.split(' ')
const [python, go, generator] = [
  generatorOf('openapi-python-client'),
  generatorOf('oapi-codegen'),
  generatorOf('openapi-generator'),
]

function generatorOf(start: string): ClientGenerator {
  const generator = clientGenerators.find(({ name }) => name.startsWith(start))
  if (generator === undefined) throw new Error(`No generator named ${start}`)
  return generator
}

const without = '--global-property apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'
const byOpenapiGenerator = (kind: string) =>
  words(`{tools}/python/bin/openapi-generator-cli generate -i openapi.json -g ${kind} -o client ${without}`)

const timedPython = (statement: string) =>
  `import time; start = time.perf_counter(); ${statement}; print((time.perf_counter() - start) * 1000)`

const timedRuby = `
start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
require "openapi_client"
puts (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) * 1000`

/** Guzzle is where Composer or Debian put it. */
const timedPhp = `
$start = hrtime(true);
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class) {
    if (str_starts_with($class, 'OpenAPI\\\\Client\\\\')) require 'client/lib/' . strtr(substr($class, 15), '\\\\', '/') . '.php';
});
new OpenAPI\\Client\\Api\\TemplatesApi();
echo (hrtime(true) - $start) / 1e6;`

const peers: readonly Peer[] = [
  {
    name: '@hey-api/openapi-ts 0.99.0',
    language: 'TypeScript',
    needs: ['npm'],
    installation: {
      name: 'hey-api 0.99.0',
      install: [words('npm install --ignore-scripts --no-audit --no-fund @hey-api/openapi-ts@0.99.0 typescript@5.9.3')],
    },
    // It needs a newer Node than this repository, or Bun.
    generate: [process.execPath, ...words('{tools}/node_modules/.bin/openapi-ts -i openapi.json -o client')],
    source: 'client',
    entry: 'client/index.ts',
  },
  {
    name: `${generator.name}, typescript-fetch`,
    language: 'TypeScript',
    needs: generator.needs,
    installation: generator,
    generate: byOpenapiGenerator('typescript-fetch'),
    source: 'client',
    entry: 'client/index.ts',
  },
  {
    name: `${python.name}, one operation`,
    language: 'Python',
    needs: python.needs,
    installation: python,
    files: python.files,
    generate: python.build[0] ?? [],
    source: 'client',
    load: ['{tools}/python/bin/python', '-c', timedPython('from client.api.templates import templates_get')],
  },
  {
    name: `${generator.name}, python`,
    language: 'Python',
    needs: generator.needs,
    installation: {
      name: `${generator.name} python`,
      install: [
        ...generator.install,
        ['python/bin/pip', 'install', '--quiet', 'urllib3==2.8.0', 'python-dateutil==4.0.0', 'pydantic==2.14.4'],
      ],
    },
    generate: byOpenapiGenerator('python'),
    source: 'client/openapi_client',
    load: [
      '{tools}/python/bin/python',
      '-c',
      `import sys; sys.path.insert(0, "client"); ${timedPython('import openapi_client; openapi_client.TemplatesApi')}`,
    ],
  },
  {
    name: go.name,
    language: 'Go',
    needs: go.needs,
    installation: go,
    files: go.files,
    generate: ['{tools}/bin/oapi-codegen', ...words('-config oapi.yml -o client/client.go openapi.json')],
    source: 'client',
  },
  {
    name: `${generator.name}, go`,
    language: 'Go',
    needs: generator.needs,
    installation: generator,
    generate: byOpenapiGenerator('go'),
    source: 'client',
  },
  {
    name: `${generator.name}, php`,
    language: 'PHP',
    needs: [...generator.needs, 'php'],
    installation: generator,
    generate: byOpenapiGenerator('php'),
    source: 'client/lib',
    load: ['php', '-r', timedPhp],
  },
  {
    name: `${generator.name}, ruby`,
    language: 'Ruby',
    needs: [...generator.needs, 'ruby'],
    installation: generator,
    generate: byOpenapiGenerator('ruby'),
    source: 'client/lib',
    load: ['ruby', '-Iclient/lib', '-e', timedRuby],
  },
]

/** Rows of language, generator, import and size of the source. */
export async function measurePeers(document: string): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const peer of peers)
    try {
      rows.push(await measurePeer(peer, document))
    } catch (error) {
      console.log(`!! ${peer.name} is not measured: ${String(error).slice(0, 400)}`)
    }
  return rows
}

async function measurePeer(peer: Peer, document: string): Promise<(string | number)[]> {
  const { entry, files = {}, generate, installation, language, load, name, needs, source } = peer
  const missing = needs.filter((program) => Bun.which(program) === null)
  if (missing.length > 0) throw new Error(`install ${missing.join(' and ')}`)
  if (!isInstalled(installation)) await install(installation)
  const tools = toolsOf(installation)
  const inTools = (command: readonly string[]) => command.map((word) => word.replace('{tools}', tools))
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
  try {
    await Bun.write(path.join(folder, 'openapi.json'), document)
    for (const [file, text] of Object.entries(files)) await Bun.write(path.join(folder, file), text)
    await run(['mkdir', '-p', 'client'], folder)
    if (name.startsWith('openapi-python-client')) await run(['rm', '-r', 'client'], folder)
    await run(inTools(generate), folder, { PATH: `${path.join(tools, 'python/bin')}:${process.env['PATH'] ?? ''}` })
    const size = kilobytes(sizeOf(path.join(folder, source)))
    if (entry !== undefined) return [language, name, (await bundledImport(folder, entry)).toFixed(0), size]
    const ms = load === undefined ? 'compiled' : await importMs(inTools(load), folder)
    return [language, name, ms, size]
  } finally {
    removeDirectory(folder)
  }
}

/** Milliseconds, or why it cannot be loaded here. */
async function importMs(command: readonly string[], folder: string): Promise<string> {
  try {
    return (await fastestImport(command, folder)).toFixed(0)
  } catch (error) {
    const [reason = ''] =
      /(?:cannot load such file|Failed opening required|No module named)[^\n)]*/.exec(String(error)) ?? []
    if (reason === '') throw error
    return `not loaded: ${reason}`
  }
}
