/** Jobs run with the rights that their caller has at that moment, not with those of the request that started them. */
import { describe, expect, test } from 'bun:test'
import { startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { startStandIn } from '../../email/push/stand-in.ts'
import { mailchimp } from '../../email/push/stand-ins/mailchimp.ts'
import { instance, section, startTwoKeys } from './two-keys.ts'

const secret = 'SECRET-BOARD-PLAN'
interface Job {
  status: string
  error: string | null
  result: unknown
}

describe.each([...dialects])('on %s', (dialect) => {
  test('a key that was revoked or lost its grant after it started jobs changes, exports and pushes nothing', async () => {
    const waiting = { SVC_RUN_JOBS: 'false', SVC_NET_ALLOW: '127.0.0.1/32' }
    const service = await startTwoKeys({ dialect, environment: waiting })
    const { call, grant, must, template } = service
    const { url } = await startStandIn(mailchimp)
    const account = { provider: 'mailchimp', name: 'Account', ...mailchimp.account, base_url: url }
    const connection = (await must<{ id: string }>('POST /v1/connections', account)).id
    const makeKey = async (name: string) => {
      const scopes = ['templates:read', 'templates:write', 'exports']
      return must<{ id: string; key: string }>('POST /v1/api-keys', { name, scopes })
    }
    const open = await template('Open', [section('s', 'Genuine')])
    const closed = await template(secret, [section('s', secret)])

    /** One export and one push of a template, by a key; the paths where they and their jobs are. */
    const start = async (key: string, id: string) => {
      const made = await must<{ id: string }>('POST /v1/export', { template_id: id, format: 'html', async: true }, key)
      const path = `/v1/connections/${connection}`
      const push = await must<{ id: string; job_id: string }>(`POST ${path}/push`, { template_id: id }, key)
      return [`GET /v1/export/${made.id}`, `GET ${path}/pushes/${push.id}`]
    }
    const revoked = await makeKey('Revoked')
    const kept = await makeKey('Kept')
    const [ofRevoked, ofKept] = [await start(revoked.key, open), await start(kept.key, open)]
    await grant(closed, 'view')
    const ofLost = await start('reader', closed)
    // More templates than one request changes are a job.
    const module = await service.module('Footer', section('s', 'One'))
    const pinned: string[] = []
    for (let at = 0; at < 51; at++) pinned.push(await template(`T${at}`, [instance('i', module, 1)]))
    await must(`PUT /v1/modules/${module}`, { nodes: [section('s', 'Two')] })
    const sync = await must<{ job_id: string }>(`POST /v1/modules/${module}/sync`, {}, revoked.key)

    await must(`DELETE /v1/api-keys/${revoked.id}`)
    await grant(closed)
    await startService({ dialect, store: service.store, environment: { ...waiting, SVC_RUN_JOBS: 'true' } })

    type Made = { status: string; error?: { code: string } }
    const ended = async (path: string): Promise<Made> => {
      const read = () => must<Made>(path)
      await until(async () => ['completed', 'failed'].includes((await read()).status), path)
      return read()
    }
    for (const path of ofKept) expect(await ended(path)).toMatchObject({ status: 'completed' })
    for (const path of ofRevoked)
      expect(await ended(path)).toMatchObject({ status: 'failed', error: { code: 'UNAUTHORIZED' } })
    for (const path of ofLost) {
      expect(await ended(path)).toMatchObject({ status: 'failed', error: { code: 'TEMPLATE_NOT_FOUND' } })
      expect((await call(path, undefined, 'reader')).status).toBe(404)
    }
    const job = () => must<Job>(`GET /v1/jobs/${sync.job_id}`)
    await until(async () => (await job()).status === 'failed', 'the end of the sync')
    expect((await job()).error).toContain('revoked')
    const versions = await must<{ data: { version: number }[] }>(`GET /v1/modules/${module}/usage?limit=100`)
    expect(versions.data.every(({ version }) => version === 1)).toBe(true)
    expect(pinned).toHaveLength(51)
  })
})
