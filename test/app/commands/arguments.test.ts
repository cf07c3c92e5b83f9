import { expect, test } from 'bun:test'
import { parseArguments } from '../../../src/app/commands/arguments.ts'
import type { Command } from '../../../src/app/commands/command.ts'

const command: Command = {
  operands: ['FILE'],
  options: [{ flag: '--name', value: 'NAME', meaning: 'A name.' }],
  settings: false,
  run: () => 0,
}

const cases: { words: string[]; operands: string[]; name: string | undefined }[] = [
  { words: ['a'], operands: ['a'], name: undefined },
  { words: ['--name', 'x', 'a'], operands: ['a'], name: 'x' },
  { words: ['--name=x', 'a'], operands: ['a'], name: 'x' },
  { words: ['--name=--x', 'a'], operands: ['a'], name: '--x' },
  { words: ['--name', '-', 'a'], operands: ['a'], name: '-' },
  { words: ['--name', '-x', 'a'], operands: ['a'], name: '-x' },
  { words: ['--name', '--', 'a'], operands: ['a'], name: '--' },
]

test.each(cases)('$words', ({ words, operands, name }) => {
  const parsed = parseArguments(command, words)
  if ('problem' in parsed) throw new Error(parsed.problem)
  expect([parsed.operands, parsed.options.get('--name')]).toEqual([operands, name])
})

test('a flag is no value of another', () => {
  expect(parseArguments(command, ['--name', '--other'])).toEqual({ problem: '--name needs a value.' })
})
