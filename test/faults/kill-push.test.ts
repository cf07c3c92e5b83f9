/** kill -9 between a creation at the provider and its answer: the next start finds the template, and makes no second one. */
import { expect, test } from 'bun:test'
import type { Connection } from '../../src/surfaces/connections/accounts/contract.ts'
import type { Push } from '../../src/surfaces/connections/pushing/contract.ts'
import { startStandIn } from '../email/push/stand-in.ts'
import { mailchimp } from '../email/push/stand-ins/mailchimp.ts'
import { startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

test('a push survives kill -9, and creates one template', async () => {
  const running = startStandIn(mailchimp)
  const dataDir = temporaryDirectory()
  const environment = { SVC_NET_ALLOW: '127.0.0.1/32' }
  const killed = await startServer(dataDir, environment)
  const document = { meta: { title: 'T' }, rows: [] }
  const template = await killed.call('POST', '/v1/templates', { name: 'Killed', type: 'other', document })
  const { id: template_id } = (await template.json()) as { id: string }
  const send = { provider: 'mailchimp', name: 'x', ...mailchimp.account, base_url: running.url }
  const connection = (await (await killed.call('POST', '/v1/connections', send)).json()) as Connection
  running.mishaps.push('silence')
  const order = await killed.call('POST', `/v1/connections/${connection.id}/push`, { template_id })
  const push = (await order.json()) as Push
  await until(() => running.templates.size === 1, 'the creation')
  await killed.kill('SIGKILL')

  const last = await startServer(dataDir, environment)
  const path = `/v1/connections/${connection.id}/pushes/${push.id}`
  const get = async () => (await (await last.call('GET', path)).json()) as Push
  await until(async () => (await get()).status === 'completed', 'the end of the push')
  expect(await get()).toMatchObject({ action: 'created', remote_id: '10000' })
  expect(running.templates.size).toBe(1)
  expect(running.faults).toEqual([])
  expect(await last.kill('SIGTERM')).toBe(0)
})
