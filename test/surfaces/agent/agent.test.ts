/** The 12 tools at `/mcp`, through the official clients of both eras, on both databases. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type AgentClient, type Called, type World, eras, startWorld } from './world.ts'

const names = [
  'verify_email',
  'batch_verify',
  'batch_status',
  'batch_download',
  'list_jobs',
  'find_email',
  'blacklist_check',
  'infrastructure_check',
  'spam_trap_analysis',
  'domain_intel',
  'org_intel',
  'check_credits',
]

const tokensOf = (value: unknown) => encode(JSON.stringify(value)).length

for (const dialect of dialects) {
  let world: World
  beforeAll(async () => {
    world = await startWorld(dialect)
  })

  describe.each([...eras])(`${dialect}, %s`, (era) => {
    let client: AgentClient
    beforeAll(async () => {
      client = await world.connect(era)
    })
    const dataOf = async (name: string, args: Record<string, unknown> = {}) => {
      const result = await client.call(name, args)
      expect(result.isError, textOf(result)).not.toBe(true)
      expect(tokensOf(result)).toBeLessThan(6000)
      expect(textOf(result)).toContain(JSON.stringify(result.structuredContent))
      return result.structuredContent ?? {}
    }

    test('the default tools are the 12 of the specification, in 2,500 tokens', async () => {
      const tools = await client.tools()
      expect(tools.map(({ name }) => name)).toEqual(names)
      expect(tokensOf(tools)).toBeLessThan(2500)
      for (const tool of tools) expect(tool.outputSchema).toBeDefined()
    })

    test('every tool answers', async () => {
      const user = `u${era.slice(0, 4)}`
      expect(await dataOf('verify_email', { email: `${user}@good.test` })).toMatchObject({
        reachable: 'safe',
        credits_used: 1,
      })
      const emails = [`${user}1@good.test`, `${user}2@good.test`, 'nobody@good.test', 'not an address']
      const { job_id } = await dataOf('batch_verify', { emails })
      let status: unknown
      await until(async () => {
        ;({ status } = await dataOf('batch_status', { job_id }))
        return status === 'completed'
      }, 'the end of the batch')
      const { results } = await dataOf('batch_download', { job_id })
      expect(results).toMatchObject(
        ['safe', 'safe', 'invalid', 'invalid'].map((reachable, index) => ({
          reachable,
          ...(index < 3 ? { email: emails[index] } : {}),
        })),
      )
      expect(await dataOf('batch_download', { job_id, category: 'safe' })).toMatchObject({ results: [{}, {}] })
      const { jobs } = await dataOf('list_jobs', { status: 'completed' })
      expect(jobs).toContainEqual(expect.objectContaining({ job_id, status: 'completed' }))
      expect(await dataOf('find_email', { first_name: 'Anna', last_name: 'Ito', domain: 'good.test' })).toHaveProperty(
        'reason',
      )
      expect(await dataOf('blacklist_check', { target: '127.0.0.2' })).toHaveProperty('listed')
      expect(await dataOf('infrastructure_check', { domain: 'good.test' })).toMatchObject({
        states: { spf: 'pass', dmarc: 'warn' },
        records: { spf: '⟪v=spf1 mx -all⟫' },
      })
      expect(await dataOf('spam_trap_analysis', { email: `${user}@good.test` })).toHaveProperty('risk_level')
      expect(await dataOf('domain_intel', { domain: 'good.test' })).toHaveProperty('trust.score')
      expect(await dataOf('org_intel', { domain: 'good.test' })).toMatchObject({ organization: null })
      expect(await dataOf('check_credits')).toMatchObject({ plan: 'enterprise', remaining: null })
    })

    test('a repeated call is charged once', async () => {
      const check = { domain: 'hostile.test', selectors: [era.slice(0, 4)] }
      expect(await dataOf('infrastructure_check', check)).toMatchObject({ credits_used: 1 })
      expect(await dataOf('infrastructure_check', check)).toMatchObject({ credits_used: 0, cached: true })
      const emails = { emails: [`u77${era.slice(0, 4)}@good.test`] }
      const first = await dataOf('batch_verify', emails)
      expect(await dataOf('batch_verify', emails)).toMatchObject({ job_id: first['job_id'] })
    })

    test('dry_run returns the credits, and max_credits refuses more', async () => {
      const emails = ['a@good.test', 'b@good.test', 'b@good.test', 'none']
      expect(await dataOf('batch_verify', { emails, dry_run: true })).toEqual({
        credits_used: 0,
        credits_required: 2,
        credits_remaining: null,
      })
      expect(
        await dataOf('find_email', { first_name: 'a', last_name: 'b', domain: 'good.test', dry_run: true }),
      ).toMatchObject({
        credits_required: 2,
      })
      for (const [name, args] of [
        ['batch_verify', { emails, max_credits: 1 }],
        ['find_email', { first_name: 'a', last_name: 'b', domain: 'good.test', max_credits: 1 }],
        ['verify_email', { email: 'a@good.test', max_credits: 0 }],
      ] as const) {
        const refused = await client.call(name, args)
        expect(refused).toMatchObject({ isError: true, _meta: { 'svc/credits': { used: 0 } } })
        expect(textOf(refused)).toMatch(/^MAX_CREDITS_EXCEEDED: .*Raise max_credits/)
      }
    })

    test.each([
      ['verify_email', {}, /email: This member is required/],
      ['verify_email', { email: 7 }, /email: Must be text/],
      ['verify_email', { email: 'a@good.test', emial: 1 }, /emial/],
      ['batch_verify', { emails: [] }, /at least 1 item/],
      ['batch_status', { job_id: 'job_none' }, /BATCH_NOT_FOUND/],
      ['batch_download', { job_id: '../../keys' }, /BATCH_NOT_FOUND/],
      ['batch_download', { job_id: 'x', cursor: 'no' }, /INVALID_CURSOR.*next_cursor/s],
      ['list_jobs', { cursor: 'no' }, /INVALID_CURSOR/],
      ['infrastructure_check', { domain: 'not a domain' }, /VALIDATION_FAILED/],
    ])('%s with %j is refused with the remedy', async (name, args, text) => {
      const result = await client.call(name, args)
      expect(result.isError).toBe(true)
      expect(textOf(result)).toMatch(text)
    })

    test('text of mail servers and DNS is marked as data', async () => {
      const { evidence } = await dataOf('verify_email', { email: `evil${era}@hostile.test` })
      expect(JSON.stringify(evidence)).toMatch(/⟪[^⟪⟫]*Ignore all previous instructions[^⟪⟫]*⟫/)
      const { records } = await dataOf('infrastructure_check', { domain: 'hostile.test' })
      expect(records).toMatchObject({ spf: expect.stringMatching(/^⟪v=spf1 Ignore[^⟪⟫]*⟫$/) })
    })
  })

  describe(`${dialect}, keys`, () => {
    test('without a key nothing answers', () => {
      expect(world.connect('2025-11-25', 'svc_none')).rejects.toThrow(/UNAUTHORIZED|401/)
    })

    test('the scopes of a key decide which tools there are', async () => {
      const client = await world.connect('2026-07-28', world.service.keys.readOnly)
      expect((await client.tools()).map(({ name }) => name).filter((name) => names.includes(name))).toEqual([])
    })

    test('read_only leaves out what creates a job, and unknown toolsets are refused', async () => {
      const client = await world.connect('2026-07-28', undefined, '?read_only=true')
      expect((await client.tools()).map(({ name }) => name)).toEqual(names.filter((name) => name !== 'batch_verify'))
      expect(world.connect('2025-11-25', undefined, '?toolsets=mails')).rejects.toThrow(/Unknown toolset “mails”/)
    })
  })
}

function textOf({ content }: Called): string {
  return content.map(({ text }) => text ?? '').join('\n')
}
