/** Every client library has every operation of the document under the same name; the clients report their own names. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Operation } from '../../scripts/clients/api.ts'
import { publishedApi } from '../../scripts/clients/files.ts'
import { snakeCase } from '../../scripts/clients/names.ts'
import { run } from '../../scripts/contract/generators.ts'
import { root } from '../../scripts/compile.ts'
import { Svc } from '../../sdk/typescript/src/index.ts'
import { goEnvironment, phpProgram } from '../journeys/client-libraries/languages.ts'
import { isAvailable } from '../support/missing.ts'

const { operations } = await publishedApi()

/** `resource.method`, and the iterators of lists. */
const expected = operations
  .flatMap(({ resource, name, itemShape }: Operation) => [
    `${resource}.${name}`,
    ...(itemShape === undefined ? [] : [`${resource}.${name}All`]),
  ])
  .toSorted()

/** The names that a client of TypeScript has at run time. */
function typescriptNames(): string[] {
  const client = new Svc({ baseUrl: 'http://localhost', apiKey: 'svc_test' })
  return Object.entries(client)
    .flatMap(([resource, value]) => {
      const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter((name) => name !== 'constructor')
      return methods.map((name) => `${resource}.${name}`)
    })
    .toSorted()
}

const reflectPython = `
import inspect, json, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "sdk/python/src")
import svc_client
def names(client):
    resources = {name: value for name, value in vars(client).items() if name[0] != "_"}
    return sorted(f"{name}.{method}" for name, value in resources.items() for method, _ in inspect.getmembers(value, callable) if method[0] != "_")
options = {"base_url": "http://localhost", "api_key": "svc_test"}
print(json.dumps([names(svc_client.Svc(**options)), names(svc_client.AsyncSvc(**options))]))
`

const reflectPhp = `
require 'sdk/php/autoload.php';
$client = new Svc\\Client\\Svc(new Svc\\Client\\ClientOptions(baseUrl: 'http://localhost', apiKey: 'svc_test'));
$names = [];
foreach (get_object_vars($client) as $resource => $value) {
    foreach (array_diff(get_class_methods($value), ['__construct']) as $method) {
        $names[] = "$resource.$method";
    }
}
echo json_encode($names);
`

const reflectRuby = `
require "svc/client"
client = Svc::Client.new(base_url: "http://localhost", api_key: "svc_test")
resources = Svc::ClientResources.public_instance_methods(false).to_h { |name| [name, client.public_send(name)] }
puts JSON.generate(resources.flat_map { |name, value| value.class.public_instance_methods(false).map { |method| "#{name}.#{method}" } })
`

/** In snake case as well; a name that is a word of the language has another with an underscore. */
function withAliases(names: readonly string[], reserved: readonly string[]): string[] {
  const snake = names.map((name) => name.replace(/(?<=\..*)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const others = names.filter((name) => reserved.includes(name.split('.')[1] ?? '')).map((name) => `${name}_`)
  return [...new Set([...names, ...snake, ...others])].toSorted()
}

describe('the names of all operations', () => {
  test('TypeScript', () => expect(typescriptNames()).toEqual(expected))
  test.if(isAvailable('Python client', Bun.which('python3') !== null, 'install python3'))('Python', async () => {
    const names = JSON.parse(await run(['python3', '-c', reflectPython], root)) as string[][]
    expect(names).toEqual([withAliases(expected, ['import']), withAliases(expected, ['import'])])
  })
  test.if(isAvailable('Go client', Bun.which('go') !== null, 'apt-get install golang-go'))('Go', async () => {
    const command = ['go', 'test', '-run', 'TestNames', '-v', './...']
    const output = await run(command, join(root, 'sdk/go'), goEnvironment)
    const names = [...output.matchAll(/: (\w+\.\w+)$/gm)].map(([, name = '']) => name)
    const capitalize = (name: string) => name.replace(/(?:^|\.)[a-z]/g, (letter) => letter.toUpperCase())
    expect(names.toSorted()).toEqual(expected.map(capitalize).toSorted())
  })
  test.if(isAvailable('PHP client', Bun.which(phpProgram) !== null, 'apt-get install php-cli php-curl'))(
    'PHP',
    async () => {
      const names = JSON.parse(await run(['php', '-r', reflectPhp], root)) as string[]
      expect(names.toSorted()).toEqual(expected)
    },
  )
  test.if(isAvailable('Ruby client', Bun.which('ruby') !== null, 'apt-get install ruby'))('Ruby', async () => {
    const names = JSON.parse(await run(['ruby', '-Isdk/ruby/lib', '-e', reflectRuby], root)) as string[]
    const resources = expected.map((name) => name.replace(/^.*(?=\.)/, snakeCase))
    expect(names.toSorted()).toEqual(withAliases([...new Set([...expected, ...resources])], []))
  })
  test('include the one of the specification', () => expect(expected).toContain('verification.verifyEmail'))
})
