import { readFileSync } from 'node:fs'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { fileIn } from './folders.ts'

type Sample = { type: string; [property: string]: unknown }

const written = [...blockTypes.keys()].map((type): [string, Record<string, Sample>] => [type, read(type)])

/** The sample of every block type that has one, as an author writes it. */
export const samples: Record<string, object> = Object.fromEntries(
  written.flatMap(([type, { [type]: sample }]) => (sample === undefined ? [] : [[type, sample]])),
)

/** Further samples, of styles and outputs that a type has besides those of its first sample. */
export const variants: Record<string, Sample> = Object.fromEntries(
  written.flatMap(([type, all]) => Object.entries(all).filter(([name]) => name !== type)),
)

export const sampleData = {
  name: 'Zoë',
  id: 'a b/c',
  sale: { ends: '2026-12-24T18:00:00Z' },
  items: [
    { name: 'Coat', price: '60' },
    { name: 'Hat', price: '30' },
  ],
}

export const sampleNow = Date.UTC(2026, 11, 20, 12, 30)

function read(type: string): Record<string, Sample> {
  const file = fileIn(type, 'samples.json')
  return file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Sample>)
}
