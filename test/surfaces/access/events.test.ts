/** Events of restricted templates: which webhooks receive them, and who reads their deliveries. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type Receiver, openReceiver } from '../webhooks/receiver.ts'
import { type TwoKeys, section, startTwoKeys } from './two-keys.ts'

const secret = 'SECRET-BOARD-PLAN'
const types = ['template.created', 'template.updated', 'template.deleted', 'export.completed', 'export.failed']
interface Hook {
  id: string
  owner?: { kind: string; id: string }
}
interface Delivery {
  id: string
  type: string
  status: string
  attempts: unknown[]
}

describe.each([...dialects])('on %s', (dialect) => {
  let service: TwoKeys
  let own: Receiver
  let other: Receiver
  let ownHook = ''
  beforeAll(async () => {
    own = openReceiver()
    other = openReceiver()
    service = await startTwoKeys({
      dialect,
      environment: { SVC_RUN_JOBS: 'true', SVC_NET_ALLOW: '127.0.0.1/32' },
    })
    ownHook = (await service.must<Hook>('POST /v1/webhooks', { url: own.url, events: types })).id
    const made = await service.must<Hook>('POST /v1/webhooks', { url: other.url, events: types }, 'reader')
    expect(made.owner).toEqual({ kind: 'api_key', id: service.readerId })
  })

  const names = ({ received }: Receiver) =>
    received.map(({ body }) => {
      const { data, type } = JSON.parse(body) as { data: { name?: string; template_ids?: string[] }; type: string }
      return `${type} ${data.name ?? data.template_ids?.join(' ')}`
    })
  const bodies = ({ received }: Receiver) => received.map(({ body }) => body).join('\n')
  /** Waits for an event of an open template, which comes after all those before it. */
  async function settled(): Promise<void> {
    const mark = `Mark ${crypto.randomUUID()}`
    await service.template(mark, [section('s', 'x')])
    for (const receiver of [own, other])
      await until(
        () => names(receiver).includes(`template.created ${mark}`),
        () => `${mark} in ${names(receiver)}`,
      )
  }
  const deliveries = async (hook: string, key: string) =>
    (await service.must<{ data: Delivery[] }>(`GET /v1/webhooks/${hook}/deliveries?limit=100`, undefined, key)).data
  const closedTemplate = async (name: string) => {
    const folder = await service.must<{ id: string }>('POST /v1/folders', { name: `F ${crypto.randomUUID()}` })
    await service.must(`PUT /v1/folders/${folder.id}/permissions`, { default: 'none', grants: [] })
    return service.must<{ id: string }>('POST /v1/templates', {
      name,
      type: 'other',
      folder: folder.id,
      document: { meta: { title: name }, rows: [section('s', name)] },
    })
  }

  test('go to webhooks of owners who may view the template, and to no other', async () => {
    const name = `${secret} ${dialect}`
    const { id } = await closedTemplate(name)
    await service.must(`PUT /v1/templates/${id}`, { tags: [secret] })
    await service.must('POST /v1/export', { template_id: id, format: 'html' })
    await service.must(`DELETE /v1/templates/${id}`)
    await service.must(`DELETE /v1/templates/${id}?permanent=true`)
    const open = await service.template('Open', [section('s', 'x')])
    await service.must('POST /v1/export', { template_id: open, format: 'html' })
    await settled()
    for (const receiver of [own, other])
      await until(() => names(receiver).includes(`export.completed ${open}`), 'the export')
    await until(() => names(own).filter((each) => each.includes(name)).length === 4, 'all events of the template')
    expect(names(own).toSorted()).toEqual(
      expect.arrayContaining([
        `export.completed ${id}`,
        `template.created ${name}`,
        `template.deleted ${name}`,
        `template.updated ${name}`,
      ]),
    )
    expect(names(other)).toContain(`export.completed ${open}`)
    expect(bodies(other)).not.toContain(secret)
    expect(bodies(other)).not.toContain(id)
    expect(bodies(own) + bodies(other)).not.toMatch(/sig=|\/cdn\/exports/)
  })

  test('are in the delivery log only for those who may view the template', async () => {
    const { id } = await closedTemplate(secret)
    await settled()
    const all = await deliveries(ownHook, 'a')
    const visible = await deliveries(ownHook, 'reader')
    const hidden = all.filter((each) => !visible.some((other) => other.id === each.id))
    expect(hidden.length).toBeGreaterThan(0)
    for (const { id: delivery } of hidden) {
      const path = `/v1/webhooks/${ownHook}/deliveries/${delivery}`
      expect(await service.statusOf(`GET ${path}`)).toBe(404)
      expect(await service.statusOf(`POST ${path}/retry`)).toBe(404)
      expect(await service.statusOf(`GET ${path}`, undefined, 'a')).toBe(200)
    }
    for (const { id: delivery } of visible)
      expect(
        (await service.call(`GET /v1/webhooks/${ownHook}/deliveries/${delivery}`, undefined, 'reader')).text,
      ).not.toContain(secret)
    await service.grant(id, 'view')
    const more = await deliveries(ownHook, 'reader')
    expect(more.length).toBe(visible.length + 1)
    await service.grant(id)
    expect((await deliveries(ownHook, 'reader')).length).toBe(visible.length)
  })

  test('follow a grant from the next event on, and stop with it', async () => {
    const { id } = await closedTemplate(secret)
    await service.grant(id, 'view')
    await service.must(`PUT /v1/templates/${id}`, { name: `Granted ${dialect}` })
    await until(() => names(other).includes(`template.updated Granted ${dialect}`), 'the event after the grant')
    await service.grant(id)
    await service.must(`PUT /v1/templates/${id}`, { name: `Revoked ${dialect}` })
    await until(() => names(own).includes(`template.updated Revoked ${dialect}`), 'the event after the grant')
    await settled()
    expect(bodies(other)).not.toContain('Revoked')
  })

  test('are not sent again to a URL that somebody else has set, and its owner changes', async () => {
    const { id } = await service.must<Hook>('POST /v1/webhooks', { url: `${own.url}/third`, events: types })
    own.answerWith(500)
    const name = `${secret} taken over ${dialect}`
    await closedTemplate(name)
    const isTried = ({ attempts, type }: Delivery) => type === 'template.created' && attempts.length > 0
    await until(async () => (await deliveries(id, 'a')).some(isTried), 'an attempt')
    const taken = await service.must<Hook>(`PUT /v1/webhooks/${id}`, { url: `${other.url}/third` }, 'reader')
    expect(taken.owner?.id).toBe(service.readerId)
    own.answerWith(204)
    const [delivery] = (await deliveries(id, 'a')).filter(({ type }) => type === 'template.created')
    await service.must(`POST /v1/webhooks/${id}/deliveries/${delivery?.id}/retry`, undefined, 'a')
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const { job_id } = await service.must<{ job_id: string }>(
      `POST /v1/webhooks/${id}/recover`,
      { since, only: 'all' },
      'reader',
    )
    await until(
      async () => (await service.must<{ status: string }>(`GET /v1/jobs/${job_id}`)).status === 'completed',
      'the recovery',
    )
    await until(
      async () => (await deliveries(id, 'a')).find((each) => each.id === delivery?.id)?.status === 'skipped',
      'the delivery to be skipped',
    )
    expect(bodies(other)).not.toContain(name)
    await service.must(`DELETE /v1/webhooks/${id}`)
  })

  test('a webhook whose key was revoked receives what is open to everybody, no more', async () => {
    const { id: keyId, key } = await service.must<{ id: string; key: string }>('POST /v1/api-keys', {
      name: `Short-lived ${dialect}`,
      scopes: ['admin'],
    })
    const { id: hook } = await service.must<Hook>(
      'POST /v1/webhooks',
      { url: `${other.url}/revoked`, events: types },
      key,
    )
    await service.must(`DELETE /v1/api-keys/${keyId}`)
    const name = `${secret} of a revoked key`
    await closedTemplate(name)
    await settled()
    const received = await deliveries(hook, 'a')
    expect(received.map(({ type }) => type)).toEqual(['template.created'])
    expect(bodies(other)).not.toContain(name)
    await service.must(`DELETE /v1/webhooks/${hook}`)
  })
})
