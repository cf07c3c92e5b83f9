/** The suites of the client libraries in other languages, each in one process on the vectors of sdk/conformance, and their linters. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { root } from '../../scripts/compile.ts'
import { run } from '../../scripts/contract/generators.ts'
import { goEnvironment, phpProgram } from '../journeys/client-libraries/languages.ts'
import { isAvailable } from '../support/missing.ts'

interface Suite {
  name: string
  program: string
  command: string[]
  env?: Record<string, string>
}

const suites: readonly Suite[] = [
  {
    name: 'Python',
    program: 'python3',
    command: ['python3', '-m', 'unittest', 'discover', '-s', 'tests'],
    env: { PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
  },
  { name: 'Go', program: 'go', command: ['go', 'test', './...'], env: goEnvironment },
  { name: 'Go', program: 'go', command: ['go', 'vet', './...'], env: goEnvironment },
  { name: 'PHP', program: phpProgram, command: ['php', 'tests/conformance.php'] },
  { name: 'PHP', program: phpProgram, command: ['php', 'tests/syntax.php'] },
  { name: 'PHP', program: 'composer', command: ['composer', 'validate', '--strict', '--no-interaction'] },
  { name: 'Ruby', program: 'ruby', command: ['ruby', '-w', 'tests/conformance.rb'] },
  { name: 'Ruby', program: 'ruby', command: ['ruby', 'tests/syntax.rb'] },
  { name: 'Ruby', program: 'rubocop', command: ['rubocop', '--cache', 'false'] },
]

describe('the checks of', () => {
  for (const { name, program, command, env } of suites) {
    const isThere = Bun.which(program) !== null
    test.if(isAvailable(`${name} client`, isThere, `install ${program}`))(`${name}: ${command.join(' ')}`, async () => {
      // Throws with its output.
      expect(await run(command, join(root, 'sdk', name.toLowerCase()), env)).toBeString()
    })
  }
})
