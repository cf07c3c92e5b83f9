/**
 * Images made of a JPEG of 2000 × 1333 pixels, sharp with one thread beside it in the same run: the engine in one
 * process, then the executable behind HTTP on one core, where every request requests an image that was not made before.
 * Then what was made before, memory over 10,000 requests, and an image of 50 megapixels that is refused.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { imageCodec } from '../../src/app/image-codec.ts'
import { type ImageFormat, type TransformOptions, probeImage, transformImage } from '../../src/email/image/index.ts'
import { type LoadResult, driveApart, message } from '../load.ts'
import { apiKey, processorMsOf, removeDirectory, rssOf, spawnServer, startBinary } from '../server.ts'
import { median, printTable } from '../table.ts'
import { bomb, logo, photo } from './images.ts'

const rounds = 5
const callsPerRound = 8

const [jpeg, png, large] = [await photo(), await logo(), await bomb()]
sharp.concurrency(1)
sharp.cache(false)

function factsOf(bytes: Uint8Array, format: ImageFormat) {
  const probed = probeImage(bytes, format)
  if ('problem' in probed) throw new Error(probed.problem)
  return probed.facts
}

const ours = (bytes: Uint8Array, format: ImageFormat, options: TransformOptions) => {
  const facts = factsOf(bytes, format)
  return () => transformImage(bytes, facts, { options, codec: imageCodec })
}

const cases: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    'JPEG → 500 px JPEG',
    ours(jpeg, 'jpeg', { width: 500, format: 'jpeg', quality: 80 }),
    () => sharp(jpeg).resize(500).jpeg({ quality: 80 }).toBuffer(),
  ],
  [
    'JPEG → 500 × 500 cut, JPEG',
    ours(jpeg, 'jpeg', { width: 500, height: 500, fit: 'cover', format: 'jpeg', quality: 80 }),
    () => sharp(jpeg).resize(500, 500).jpeg({ quality: 80 }).toBuffer(),
  ],
  [
    'JPEG → 500 px WebP',
    ours(jpeg, 'jpeg', { width: 500, format: 'webp', quality: 80 }),
    () => sharp(jpeg).resize(500).webp({ quality: 80 }).toBuffer(),
  ],
  [
    'PNG with alpha → 400 px PNG',
    ours(png, 'png', { width: 400, format: 'png', quality: 80 }),
    () => sharp(png).resize(400).png().toBuffer(),
  ],
]

interface Cost {
  ms: number
  cpuMs: number
}

/** What a call costs, one after the other; both in turn, so that what else the machine does meets both. */
async function compare(a: () => Promise<unknown>, b: () => Promise<unknown>): Promise<[Cost, Cost]> {
  const figures: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    for (const [at, call] of [a, b].entries()) {
      const [start, cpu] = [performance.now(), process.cpuUsage()]
      for (let i = 0; i < callsPerRound; i++) await call()
      const { user, system } = process.cpuUsage(cpu)
      const cost = { ms: performance.now() - start, cpuMs: (user + system) / 1000 }
      if (round > 0) figures[at]?.push({ ms: cost.ms / callsPerRound, cpuMs: cost.cpuMs / callsPerRound })
    }
  }
  const middle = (costs: Cost[]) => ({
    ms: median(costs.map(({ ms }) => ms)),
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
  })
  return [middle(figures[0]), middle(figures[1])]
}

const shown = ({ ms, cpuMs }: Cost) => `${ms.toFixed(1)} (${cpuMs.toFixed(1)})`

const rows: string[][] = []
for (const [name, own, theirs] of cases) {
  const [a, b] = await compare(own, theirs)
  rows.push([name, shown(a), shown(b), `${(b.ms / a.ms).toFixed(2)} (${(b.cpuMs / a.cpuMs).toFixed(2)})`])
}
printTable(['in one process, ms (of processor)', 'svc', 'sharp', 'sharp ÷ svc'], rows)
console.log('')

/** The load, and milliseconds of processor that a process spent on each of its requests. */
async function costOf(pid: number, run: () => Promise<LoadResult>): Promise<[LoadResult, number]> {
  const before = processorMsOf(pid)
  const result = await run()
  return [result, (processorMsOf(pid) - before) / Math.max(1, result.requests)]
}

/** The same result; throws if anything but images was served, which is faster. */
function checked(result: LoadResult): LoadResult {
  const others = Object.entries(result.statuses).filter(([status]) => status !== '200')
  if (others.length > 0) throw new Error(`Not only 200: ${JSON.stringify(result.statuses)}`)
  return result
}

const server = await startBinary(4611)
try {
  const form = new FormData()
  form.append('file', new File([jpeg.slice()], 'photo.jpg'))
  const sent = await fetch(`http://127.0.0.1:${server.port}/v1/assets`, {
    method: 'POST',
    headers: { 'svc-api-auth': apiKey },
    body: form,
  })
  const asset = (await sent.json()) as { id: string }
  const file = path.join(server.dataDir, 'photo.jpg')
  writeFileSync(file, jpeg)
  const peer = await spawnServer([process.execPath, path.join(import.meta.dir, 'peer.ts'), '4612', file], {
    port: 4612,
    probe: '/?w=16',
  })

  // Colors and qualities differ, so that none is requested twice within a run.
  const asked = (more: (w: number) => string, from: number) =>
    Array.from(
      { length: 480 },
      (_, i) =>
        `w=${480 + (i % 4) * 20}${more(480 + (i % 4) * 20)}&q=${from + 5 * (i % 3)}&bg=${(i + from * 1000).toString(16).padStart(6, '0')}`,
    )
  const load = async (port: number, paths: string[]) => {
    const messages = paths.map((each) => message('GET', each))
    return checked(await driveApart({ port, messages, connections: 4, seconds: 3, warmupSeconds: 0 }))
  }
  /** Signed: without a signature, other colors are refused, and new variants have a budget. */
  const signed = async (queries: string[]) => {
    const paths: string[] = []
    for (const query of queries) {
      const parameters = Object.fromEntries(
        [...new URLSearchParams(query)].map(([name, value]) => [
          name,
          /^\d+$/.test(value) && name !== 'bg' ? Number(value) : value,
        ]),
      )
      const answer = await fetch(`http://127.0.0.1:${server.port}/v1/assets/${asset.id}/links`, {
        method: 'POST',
        headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
      })
      const { url = '' } = (await answer.json()) as { url?: string }
      if (url === '') throw new Error(`No signed URL for ${query}: ${answer.status}`)
      const { pathname, search } = new URL(url)
      paths.push(pathname + search)
    }
    return paths
  }
  const cdn = `/cdn/${asset.id}/photo.jpg`
  const httpRows: string[][] = []
  for (const [name, more, from] of [
    ['JPEG → about 500 px, never asked for before', () => '', 60],
    ['cut to a square, never asked for before', (w: number) => `&h=${w}&fit=cover`, 75],
  ] as const) {
    const queries = asked(more, from)
    const paths = await signed(queries)
    const [a, aCpu] = await costOf(server.pid, () => load(server.port, paths))
    const [b, bCpu] = await costOf(peer.child.pid, () =>
      load(
        4612,
        queries.map((query) => `/?${query}`),
      ),
    )
    httpRows.push([
      name,
      `${a.perSecond} (${aCpu.toFixed(1)})`,
      `${b.perSecond} (${bCpu.toFixed(1)})`,
      (a.perSecond / b.perSecond).toFixed(2),
    ])
  }
  peer.child.kill()
  printTable(['over HTTP, one core, requests/s (ms of processor)', 'svc', 'sharp', 'svc ÷ sharp'], httpRows)
  console.log('')

  const kept = { port: server.port, messages: [message('GET', `${cdn}?w=500`)], connections: 16, seconds: 3 }
  const cached = checked(await driveApart(kept))
  const few = (await signed(asked(() => '', 60).slice(0, 60))).map((each) => message('GET', each))
  const before = rssOf(server.pid)
  let requests = 0
  let after = before
  while (requests < 10_000) {
    requests += checked(await driveApart({ ...kept, messages: few })).requests
    after = rssOf(server.pid)
  }
  printTable(
    ['over HTTP', 'figure'],
    [
      ['made before, requests/s', String(cached.perSecond)],
      ['p99, ms', cached.p99Ms.toFixed(1)],
      ['memory before, MB', (before / 1e6).toFixed(0)],
      [`memory after ${requests} requests, MB`, (after / 1e6).toFixed(0)],
    ],
  )
  console.log('')
} finally {
  await server.stop()
  removeDirectory(server.dataDir)
}

Bun.gc(true)
const rssBefore = process.memoryUsage.rss()
const start = performance.now()
const { width, height } = factsOf(large, 'png')
const refusedMs = performance.now() - start
printTable(
  ['a bomb', 'figure'],
  [
    ['megapixels', ((width * height) / 1e6).toFixed(1)],
    ['file, KB', (large.length / 1000).toFixed(0)],
    ['known for too large after, ms', refusedMs.toFixed(2)],
    ['memory for it, MB', ((process.memoryUsage.rss() - rssBefore) / 1e6).toFixed(1)],
  ],
)
