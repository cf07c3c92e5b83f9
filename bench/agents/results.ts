import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { type RawAgent, inEnvelope } from '../../test/support/raw-agent.ts'
import { median, percentile, printTable } from '../table.ts'
import { ended } from './content.ts'

type Arguments = Record<string, unknown>

const domains = ['good.test', 'bad.test', 'hostile.test', 'null.test', 'absent.test']
const addresses = ['u1', 'nobody', 'full1', 'off1', 'sales', 'Ünicode', 'a.b+c'].flatMap((local) =>
  domains.map((domain) => `${local}@${domain}`),
)
const emails = Array.from({ length: 1000 }, (_, index) => `u${index}@${domains[index % domains.length]}`)
const questions = ['create a folder', 'webhooks', 'publish a template', 'dmarc reports', 'upload an image', 'verify']
const operations = ['templates.create', 'templates.applyOperations', 'exports.create', 'verification.verifyEmail']

/** Calls every tool with many arguments, up to the last page of each result, and prints the tokens as a client gets them. */
export async function measureResults(agent: RawAgent, url: string): Promise<void> {
  const tokens = new Map<string, number[]>()
  let id = 100

  async function call(name: string, args: Arguments): Promise<Arguments> {
    const { result } = await agent.send({
      id: ++id,
      method: 'tools/call',
      params: inEnvelope({ name, arguments: args }),
    })
    if (result === undefined || result.isError === true)
      throw new Error(`${name} ${JSON.stringify(args)}: ${JSON.stringify(result?.['content'])}`)
    // A model gets an image as pixels.
    const content = (result['content'] as { type: string }[]).filter(({ type }) => type === 'text')
    tokens.set(name, [...(tokens.get(name) ?? []), encode(JSON.stringify({ ...result, content })).length])
    return result.structuredContent ?? {}
  }

  async function callPages(name: string, args: Arguments): Promise<Arguments> {
    const first = await call(name, args)
    let cursor = first['next_cursor']
    while (typeof cursor === 'string') cursor = (await call(name, { ...args, cursor }))['next_cursor']
    return first
  }

  const { result } = await agent.send({ id: ++id, method: 'tools/list', params: inEnvelope({}) })
  const tools = (result?.tools ?? []) as { name: string; inputSchema?: object }[]
  const listed = tools.map((tool) => [tool.name, encode(JSON.stringify(tool)).length] as const)

  for (const email of addresses) {
    await callPages('verify_email', { email })
    await callPages('spam_trap_analysis', { email })
  }
  for (const domain of domains) {
    await callPages('infrastructure_check', { domain })
    await callPages('blacklist_check', { target: domain })
    for (const name of ['domain_intel', 'org_intel']) await callPages(name, { domain })
    await call('find_email', { first_name: 'Anna', last_name: 'Ito', domain })
  }
  const { job_id: job } = await call('batch_verify', { emails })
  await call('batch_status', { job_id: job })
  await ended(url, String(job))
  await call('batch_status', { job_id: job })
  await callPages('batch_download', { job_id: job })
  await callPages('list_jobs', {})
  await call('check_credits', {})

  const { templates = [] } = (await callPages('list_templates', {})) as { templates?: { id: string }[] }
  for (const { id: template } of templates.slice(0, 3)) {
    const { blocks, revision } = await callPages('get_template', { template_id: template })
    const heading = (blocks as { id: string; type: string }[]).find(({ type }) => type === 'heading')
    await callPages('lint_template', { template_id: template })
    await call('render_template', { template_id: template, device: 'mobile' })
    await call('edit_template', {
      template_id: template,
      base_revision: revision,
      label: 'Shorter heading',
      operations: [{ op: 'set', id: heading?.id, props: { text: 'Short' } }],
    })
    const { id: exported } = await call('export_template', { template_id: template, format: 'html' })
    await call('get_export', { export_id: exported })
  }
  await call('import_template', { name: 'From an agent', html: '<h1>Hello</h1><p>It is spring.</p>' })
  await callPages('list_assets', {})
  const { domains: senders = [] } = (await callPages('list_sending_domains', {})) as { domains?: { id: string }[] }
  for (const { id: sender } of senders)
    for (const name of ['dmarc_summary', 'dmarc_sources']) await callPages(name, { domain_id: sender })
  for (const query of [...questions, ...operations]) await callPages('search_api', { query })
  await callPages('call_api', { operation: 'templates.listMine', parameters: { limit: 20 } })

  print(listed, tokens)
}

function print(listed: readonly (readonly [string, number])[], tokens: ReadonlyMap<string, number[]>): void {
  console.log('')
  printTable(
    ['tokens (o200k_base)', 'in tools/list', 'results', 'median', 'p95', 'max (limit 6,000)'],
    listed.map(([name, count]) => {
      const counts = tokens.get(name) ?? []
      if (counts.length === 0) return [name, count, 0, '–', '–', '–']
      return [name, count, counts.length, median(counts), percentile(counts, 0.95), Math.max(...counts)]
    }),
  )
  const standard = listed.slice(0, 12)
  const results = (names: readonly string[]) => names.flatMap((name) => tokens.get(name) ?? [])
  const ofStandard = results(standard.map(([name]) => name))
  const all = results(listed.map(([name]) => name))
  const list = standard.reduce((sum, [, count]) => sum + count, 0)
  console.log(
    `\nThe 12 tools: ${list} tokens in tools/list (aim 2,500); results median ${median(ofStandard)}, ` +
      `p95 ${percentile(ofStandard, 0.95)}. With all toolsets: results median ${median(all)}, p95 ${percentile(all, 0.95)}.`,
  )
}
