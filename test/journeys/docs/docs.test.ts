/** The commands in the documentation, run as they are written, by the executable: they succeed and print what is shown. */
import { describe, expect, test } from 'bun:test'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { introduction } from '../../../src/app/api-introduction.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { isAvailable } from '../../support/missing.ts'
import { type Running, runBinary, startBinary } from '../binary.ts'
import { type Ran, runStatements } from './shell.ts'
import { isAsShown, readStatements } from './statements.ts'

const root = join(import.meta.dir, '../../..')
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith('.md'))
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))
  .concat({ page: 'the API reference', text: introduction })
  .filter(({ text }) => readStatements(text).length > 0)

test('the receiver of the API reference is that of the guide', () => {
  const receiver = /```ts\n[^]*?```/.exec(introduction)?.[0] ?? ''
  expect(receiver).toContain('verifyWebhook')
  expect(readFileSync(join(root, 'docs/webhooks.md'), 'utf8')).toContain(receiver)
})

/** They get, build and test the repository, or want a container engine. */
const outside = /^(?:git|npm|docker) /

const files = {
  'hero.jpg': readFileSync(join(root, 'docs/images/editor.jpg')),
  'hero-autumn.jpg': readFileSync(join(root, 'docs/images/editor-dark.jpg')),
  'customers.csv.gz': Bun.gzipSync('email,name\nanna@example.com,Anna\n'),
}

const lacking = ['bash', 'curl', 'jq'].filter((tool) => Bun.which(tool) === null)
const hasShell = isAvailable(
  'A shell for the commands of the documentation',
  lacking.length === 0,
  `install ${lacking.join(', ')}`,
)

/** Every domain has a null MX, so that no mail server is probed. */
const nullMx = (_: string, type: string): ZoneAnswer =>
  type === 'MX' ? { records: [{ type, data: { preference: 0, exchange: '' } }] } : { soa: 60 }

describe.skipIf(!hasShell)('the commands of', () => {
  test.each(pages)('$page do what the page says', async ({ text }) => {
    const statements = readStatements(text).filter(({ source }) => !outside.test(source))
    const dns = await startDnsServer(nullMx)
    const service = await startBinary({ environment: { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}` } })
    const reader = await readerOf(service, text)
    const written = statements.map((each) => ({ ...each, source: inPlace(each.source, service, reader) }))
    const ran = await runStatements(written, { variables: reader, files })
    expect(ran.filter((each) => !isAsStated(each))).toEqual([])
    await service.stop()
    dns.close()
  })
})

function isAsStated({ prints, printed, code }: Ran): boolean {
  return prints === undefined ? code === 0 : isAsShown(prints, printed)
}

/** What anyone who follows the pages has beside a running service, under the names that the pages give it. */
async function readerOf({ apiKey: KEY = '', dataDir: SVC_DATA_DIR, url }: Running, page: string) {
  const other = ['keys', 'create', '--name', 'Other', '--scopes', 'templates:read,templates:write', '--json']
  const made = await runBinary([...other, '--data-dir', SVC_DATA_DIR])
  const { id: OTHER_ID, key: OTHER } = JSON.parse(made.out) as { id: string; key: string }
  const SALE = page.includes('SALE=') ? '' : await makeTemplate(url, KEY)
  return { SVC_DATA_DIR, KEY, OTHER, OTHER_ID, SALE }
}

async function makeTemplate(url: string, key: string): Promise<string> {
  const headers = { 'svc-api-auth': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Of the reader', type: 'other' })
  const answer = await fetch(`${url}/v1/templates`, { method: 'POST', headers, body })
  return ((await answer.json()) as { id: string }).id
}

/** With address, key and ids of here in place of those that the page cannot know. */
function inPlace(source: string, { url }: Running, { KEY, OTHER_ID, SALE }: Record<string, string>): string {
  return source
    .replaceAll('http://localhost:3009', url)
    .replaceAll('svc_…', KEY ?? '')
    .replaceAll('key_…', OTHER_ID ?? '')
    .replaceAll('tpl_…', SALE ?? '')
}
