/**
 * A thousand templates as one archive, made in the background by the compiled binary: how long it takes, how much memory the
 * process takes meanwhile, and how long a small request waits beside it.
 */
import { apiKey, removeDirectory, startBinary } from '../server.ts'
import { printTable } from '../table.ts'

/** What of answers is read here. */
interface Answer {
  id: string
  status: string
  files: { bytes: number }[]
}

const counts = [100, 1000]
const port = 39_411

const server = await startBinary(port)
const call = async (path: string, send?: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: send === undefined ? 'GET' : 'POST',
    headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
    ...(send === undefined ? {} : { body: JSON.stringify(send) }),
  })
  return (await answer.json()) as Answer
}
const ids: string[] = []
for (let at = 0; at < Math.max(...counts); at++) {
  const { id } = await call('/v1/templates', { name: `Template ${at}`, type: 'other', document: documentOf(at) })
  ids.push(id)
}
const idle = server.rssBytes()
const rows: string[][] = []
for (const count of counts) rows.push(await measure(ids.slice(0, count)))
printTable(
  [
    'templates → one ZIP',
    's',
    'templates/s',
    'MB packed',
    'most memory over idle, MB',
    'slowest GET /healthz beside it, ms',
  ],
  rows,
)
await server.stop()
removeDirectory(server.dataDir)

async function measure(templateIds: string[]): Promise<string[]> {
  const start = performance.now()
  const { id } = await call('/v1/export', { template_ids: templateIds, format: 'zip', options: { minify: true } })
  let max = 0
  let slowest = 0
  for (;;) {
    const asked = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()
    slowest = Math.max(slowest, performance.now() - asked)
    max = Math.max(max, server.rssBytes())
    const made = await call(`/v1/export/${id}`)
    if (made.status === 'completed') {
      const seconds = (performance.now() - start) / 1000
      return [
        String(templateIds.length),
        seconds.toFixed(1),
        (templateIds.length / seconds).toFixed(0),
        ((made.files[0]?.bytes ?? 0) / 1e6).toFixed(1),
        ((max - idle) / 1e6).toFixed(0),
        slowest.toFixed(0),
      ]
    }
    if (made.status === 'failed') throw new Error(JSON.stringify(made))
    await Bun.sleep(20)
  }
}

/** Forty blocks and three of the starters' images. */
function documentOf(number: number): object {
  const block = (at: number) =>
    at % 14 === 0
      ? {
          type: 'image',
          src: `/cdn/starters/${['welcome-mark', 'welcome-pot', 'welcome-plate'][at / 14] ?? ''}.png`,
          alt: 'x',
        }
      : { type: 'text', text: `<p>Paragraph ${at} of template ${number} for {{ first_name | default: "you" }}.</p>` }
  const columns = [{ blocks: Array.from({ length: 40 }, (_, at) => block(at)) }]
  return { meta: { title: `Template ${number}` }, rows: [{ type: 'section', columns }] }
}
