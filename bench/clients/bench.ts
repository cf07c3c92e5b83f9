/**
 * What the client libraries add to a call over raw HTTP of the standard library, sequential and on one connection, against a
 * server that always sends the same template; with their import time and size. Peers: what other generators make of the same
 * document.
 */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { apiDocument } from '../../scripts/api-document.ts'
import { run } from '../../scripts/contract/generators.ts'
import { type ClientLanguage, clientLanguages } from '../../test/journeys/client-libraries/languages.ts'
import { removeDirectory } from '../server.ts'
import { printTable } from '../table.ts'
import { measurePeers } from './peers.ts'
import { kilobytes, sizeOf } from './sizes.ts'

const [calls, rounds, imports] = [200, 12, 5]

type Times = { importMs: number; direct: number[]; client: number[] }

const document = await apiDocument()
const { paths, components } = JSON.parse(document) as {
  paths: Record<string, { get: { responses: { 200: { content: { 'application/json': { example: object } } } } } }>
  components: { schemas: Record<string, { examples?: object[] }> }
}
const example =
  paths['/v1/templates/{id}']?.get.responses[200].content['application/json'].example ??
  components.schemas['Template']?.examples?.[0]
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(example) })
const env = {
  SVC_URL: server.url.href.replace(/\/$/, ''),
  SVC_API_KEY: `svc_${'0123456789abcdef'.repeat(3)}`,
  CALLS: String(calls),
  ROUNDS: String(rounds),
}

async function measure(language: ClientLanguage): Promise<Times> {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
  await language.install(folder)
  const file = `program.${language.extension}`
  cpSync(path.join(import.meta.dir, `programs/${language.library}.${language.extension}.txt`), path.join(folder, file))
  // Python keeps what it compiled for the next run.
  const own = { ...env, ...language.env, PYTHONDONTWRITEBYTECODE: '' }
  try {
    const short = { ...own, CALLS: '1', ROUNDS: '1' }
    const starts: number[] = []
    for (let round = 0; round < imports; round++)
      starts.push((JSON.parse(await run(language.run(file), folder, short)) as Times).importMs)
    const times = JSON.parse(await run(language.run(file), folder, own)) as Times
    return { ...times, importMs: best([...starts, times.importMs]) }
  } finally {
    removeDirectory(folder)
  }
}

const best = (values: number[]) => Math.min(...values)
const rows: (string | number)[][] = []
const own: (string | number)[][] = []
for (const language of clientLanguages) {
  if (language.needs.some((program) => Bun.which(program) === null)) {
    console.log(`${language.name} is not measured: ${language.remedy}`)
    continue
  }
  const { importMs, direct, client } = await measure(language)
  const added = best(client) - best(direct)
  rows.push([language.name, best(direct).toFixed(0), best(client).toFixed(0), added.toFixed(0)])
  const size = kilobytes(sizeOf(path.join(import.meta.dir, '../../sdk', language.library)))
  own.push([language.name, 'svc', language.name === 'Go' ? 'compiled' : importMs.toFixed(0), size])
}
await server.stop(true)
printTable(['client', 'raw HTTP, µs', 'client, µs', 'added, µs (aim 1,000)'], rows)

console.log('')
printTable(
  ['language', 'client', 'import, ms', 'source'],
  [...own, ...(await measurePeers(document))].toSorted(byLanguage),
)

function byLanguage([a]: (string | number)[], [b]: (string | number)[]): number {
  const position = (name: string | number | undefined) => clientLanguages.findIndex((each) => each.name === name)
  return position(a) - position(b)
}
