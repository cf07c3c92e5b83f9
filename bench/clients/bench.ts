/**
 * What the client libraries add to a call over raw HTTP of the standard library, sequential and on one connection, against a
 * server that always sends the same template; with their import time and size. Peer: what openapi-python-client generates from
 * the same document.
 */
import { cpSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { apiDocument } from '../../scripts/api-document.ts'
import { clientGenerators, isInstalled, run, toolsOf } from '../../scripts/contract/generators.ts'
import { type ClientLanguage, clientLanguages } from '../../test/journeys/client-libraries/languages.ts'
import { removeDirectory } from '../server.ts'
import { printTable } from '../table.ts'

const [calls, rounds] = [200, 12]

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
    await run(language.run(file), folder, { ...own, CALLS: '1', ROUNDS: '1' })
    return JSON.parse(await run(language.run(file), folder, own)) as Times
  } finally {
    removeDirectory(folder)
  }
}

/** Bytes of the source files that a program loads. */
function sizeOf(folder: string, extension: RegExp): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extension.test(name) && !/(^|\/)(tests?|sig)\/|_test\.go$/.test(name))
    .reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
const best = (values: number[]) => Math.min(...values)
const rows: (string | number)[][] = []
for (const language of clientLanguages) {
  if (language.needs.some((program) => Bun.which(program) === null)) {
    console.log(`${language.name} is not measured: ${language.remedy}`)
    continue
  }
  const { importMs, direct, client } = await measure(language)
  const source = path.join(import.meta.dir, '../../sdk', language.library)
  const size = sizeOf(source, /\.(ts|py|go|php|rb)$/)
  const added = best(client) - best(direct)
  rows.push([
    language.name,
    best(direct).toFixed(0),
    best(client).toFixed(0),
    added.toFixed(0),
    language.name === 'Go' ? 'compiled' : importMs.toFixed(0),
    kilobytes(size),
  ])
}
await server.stop(true)
printTable(['client', 'raw HTTP, µs', 'client, µs', 'added, µs (aim 1,000)', 'import, ms', 'source'], rows)

const peer = clientGenerators.find(({ needs }) => needs.join() === 'python3')
if (peer !== undefined && isInstalled(peer)) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
  await Bun.write(path.join(folder, 'openapi.json'), document)
  for (const [name, text] of Object.entries(peer.files)) await Bun.write(path.join(folder, name), text)
  const tools = toolsOf(peer)
  const generate = (peer.build[0] ?? []).map((word) => word.replace('{tools}', tools))
  await run(generate, folder, { PATH: `${path.join(tools, 'python/bin')}:${process.env['PATH'] ?? ''}` })
  const program =
    'import time; start = time.perf_counter(); from client.api.templates import templates_get; ' +
    'print((time.perf_counter() - start) * 1000)'
  const python = path.join(tools, 'python/bin/python')
  await run([python, '-c', program], folder)
  const importMs = Number(await run([python, '-c', program], folder))
  const size = kilobytes(sizeOf(path.join(folder, 'client'), /\.py$/))
  console.log(`\n${peer.name}: import of one operation ${importMs.toFixed(0)} ms, source ${size}.`)
  removeDirectory(folder)
}
