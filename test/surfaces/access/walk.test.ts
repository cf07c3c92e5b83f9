/**
 * Every operation of the published contract, called about one template by keys that may not see it: a key without a grant, a
 * key whose grant was revoked a moment before, and a key of another project. No response holds a word of the template, and
 * nothing of it changes.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { auditedOperations } from '../../../src/app/audited-operations.ts'
import { type OperationAccess, operationAccess } from '../../../src/kernel/access/index.ts'
import { createId } from '../../../src/kernel/ids/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { dialects } from '../../support/store.ts'
import { type TwoKeys, instance, section, startTwoKeys } from './two-keys.ts'

const marker = 'XQZMARKER'
const marked = (what: string) => `${marker}${what}`

/** Operations that this walk does not call, each with the reason; routes.test.ts calls every one. */
const left: Record<string, string> = {
  'assets.upload': 'takes a form and creates an asset in the project of the caller',
  'assets.replace': 'takes a form; assets.restoreVersion asks for the same rights',
  'assets.importUrl': 'fetches a URL and creates an asset in the project of the caller',
  'connections.test': 'calls the provider and reaches no template',
  'verification.verifyEmail': 'calls DNS and mail servers and reaches no template',
  'verification.checkBlacklist': 'calls DNS and reaches no template',
  'verification.checkInfrastructure': 'calls DNS and reaches no template',
  'verification.analyzeSpamTrap': 'calls DNS and reaches no template',
  'verification.createBatch': 'takes credits and reaches no template',
  'verification.uploadBatch': 'takes a form and reaches no template',
  'intelligence.findEmail': 'calls DNS and mail servers and reaches no template',
  'intelligence.getOrgIntel': 'calls DNS and reaches no template',
  'intelligence.getDomainIntel': 'calls DNS and reaches no template',
  'dmarc.ingestReport': 'takes a file and reaches no template',
  'dmarc.receiveTlsReport': 'takes no key and reaches no template',
  'dmarc.verifyDomain': 'calls DNS and reaches no template',
  'amp.checkSelectors': 'calls DNS and reaches no template',
  'dmarc.testMailbox': 'calls an IMAP server and reaches no template',
  'delivery.countdown': 'takes no credential and reaches no template',
}

/** What a key of the project is answered where a template decides only because of what the request names. */
const statuses: Record<string, number> = {
  'templates.generate': 404,
  // The key lacks the scope.
  'amp.preflight': 403,
  'exports.create': 404,
  'exports.get': 404,
  'exports.download': 404,
  'exports.cancel': 404,
  'connections.push': 404,
  'connections.getPush': 404,
  'webhooks.getDelivery': 404,
  'webhooks.retryDelivery': 404,
  'jobs.get': 404,
  'jobs.watch': 404,
  'jobs.cancel': 404,
  'folders.delete': 404,
  'modules.create': 404,
  'modules.update': 403,
  'modules.delete': 403,
  'assets.delete': 403,
  'assets.restoreVersion': 403,
  // Each template answers for itself.
  'modules.sync': 200,
  'modules.detach': 200,
  'assets.bulkDelete': 200,
  'templates.bulkDelete': 200,
  'templates.bulkMove': 200,
  // Lists, without the template.
  'templates.search': 200,
  'templates.listMine': 200,
  'templates.listFavorites': 200,
  'templates.getFilterCounts': 200,
  'folders.listTemplates': 200,
  'folders.get': 200,
  'modules.getUsage': 200,
  'assets.listUses': 200,
  'exports.list': 200,
  'connections.listPushes': 200,
  'connections.listTemplates': 200,
  'webhooks.listDeliveries': 200,
}

const mailbox = {
  name: 'Reports',
  host: 'imap.walk.example',
  username: 'walk',
  auth: { method: 'password', password: 'x' },
  enabled: false,
}

interface Made {
  template: string
  recipient: string
  version: string
  permission: string
  review: string
  link: string
  comment: string
  folder: string
  module: string
  asset: string
  export: string
  largeExport: string
  exportJob: string
  connection: string
  push: string
  webhook: string
  delivery: string
  key: string
  sendingDomain: string
  group: string
  groupLink: string
  portalLink: string
  ampSender: string
  listEntry: string
  alert: string
  mailbox: string
}
interface Operation {
  id: string
  method: string
  path: string
}

describe.each([...dialects])('on %s', (dialect) => {
  let service: TwoKeys
  let made: Made
  let operations: Operation[]
  let formerKey: { id: string; key: string }

  beforeAll(async () => {
    service = await startTwoKeys({ dialect, environment: { SVC_RUN_JOBS: 'false', SVC_NET_ALLOW: '127.0.0.1/32' } })
    const { paths } = (await service.must('GET /openapi.json')) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: id }]) => ({ id, method: method.toUpperCase(), path })),
    )
    made = await make()
    const scopes = [
      'templates:read',
      'templates:write',
      'exports',
      'assets:read',
      'assets:write',
      'webhooks',
      'verification',
    ]
    formerKey = await service.must('POST /v1/api-keys', { name: 'Former', scopes })
  })

  async function make(): Promise<Made> {
    const { must } = service
    const folder = (await must<{ id: string }>('POST /v1/folders', { name: 'Walk' })).id
    const portal = { customer: 'walk', events: ['template.updated'] }
    const portalLink = (await must<{ id: string }>('POST /v1/webhook-portal-links', portal)).id
    const recipient = (await must<{ id: string }>('POST /v1/sample-recipients', { name: 'Walk', data: {} })).id
    const module = await service.module('Footer', section('m', 'Footer'))
    const form = new FormData()
    form.append('file', new File(['words'], 'words.txt'))
    const headers = { 'svc-api-auth': service.keys.a }
    const upload = new Request('http://localhost/v1/assets', { method: 'POST', headers, body: form })
    const asset = (await (await service.handle(upload)).json()) as { id: string; url: string }
    const link = {
      type: 'section',
      columns: [{ blocks: [{ type: 'button', label: marked('button'), href: asset.url }] }],
    }
    const { id: template } = await must<{ id: string }>('POST /v1/templates', {
      name: marked('name'),
      type: 'other',
      folder,
      tags: [marked('tag')],
      document: {
        meta: { title: marked('title'), subject: marked('subject'), preheader: marked('preheader') },
        rows: [section('s', marked('content')), link, instance('i', module)],
      },
    })
    const version = await must<{ id: string }>(`POST /v1/templates/${template}/versions`, { label: marked('version') })
    await service.grant(template)
    const path = `/v1/templates/${template}/permissions`
    const principal = { kind: 'plugin_user', id: 'somebody' }
    const review = await must<{ id: string }>(`POST /v1/templates/${template}/reviews`, {})
    const reviewLink = await must<{ id: string }>(`POST /v1/templates/${template}/review-links`, {
      name: marked('name'),
    })
    const comment = await must<{ id: string }>(`POST /v1/templates/${template}/comments`, { text: marked('text') })
    const permission = await must<{ id: string }>(`POST ${path}`, { principal, level: 'view' })
    const exported = await must<{ id: string }>('POST /v1/export', { template_id: template, format: 'html' })
    const large = await must<{ id: string }>('POST /v1/export', { template_id: template, format: 'html', async: true })
    const { exports } = service.store.read.tables
    const [row] = await service.store.read.select().from(exports).where(eq(exports.id, large.id))
    const connection = await newConnection()
    const push = await must<{ id: string }>(`POST /v1/connections/${connection}/push`, { template_id: template })
    const webhook = await newWebhook()
    const delivery = await addDelivery(webhook, template)
    const key = (await must<{ id: string }>('POST /v1/api-keys', { name: 'Bystander', scopes: ['exports'] })).id
    const sendingDomain = (await must<{ id: string }>('POST /v1/dmarc/domains', { domain: 'walk.example' })).id
    const group = (await must<{ id: string }>('POST /v1/dmarc/groups', { name: 'Walk' })).id
    const groupLink = (await must<{ id: string }>(`POST /v1/dmarc/groups/${group}/links`, { name: 'Walk' })).id
    const mailboxId = (await must<{ id: string }>('POST /v1/dmarc/mailboxes', mailbox)).id
    const sender = { address: 'walk@walk.example', providers: ['gmail'] }
    const ampSender = (await must<{ id: string }>('POST /v1/amp', sender)).id
    const listed = { list: 'block', value: 'walk.example' }
    const listEntry = (await must<{ id: string }>('POST /v1/verify/lists', listed)).id
    const watched = { triggers: ['new_source'], channels: [] }
    const alert = (await must<{ id: string }>(`POST /v1/dmarc/domains/${sendingDomain}/alerts`, watched)).id
    return {
      template,
      recipient,
      sendingDomain,
      group,
      groupLink,
      portalLink,
      mailbox: mailboxId,
      ampSender,
      listEntry,
      alert,
      version: version.id,
      permission: permission.id,
      review: review.id,
      link: reviewLink.id,
      comment: comment.id,
      folder,
      module,
      asset: asset.id,
      export: exported.id,
      largeExport: large.id,
      exportJob: row?.jobId ?? '',
      connection,
      push: push.id,
      webhook,
      delivery,
      key,
    }
  }

  async function newConnection(): Promise<string> {
    const account = { provider: 'mailchimp', name: 'Account', credentials: { api_key: `${'a'.repeat(32)}-us1` } }
    return (await service.must<{ id: string }>('POST /v1/connections', account)).id
  }

  async function newWebhook(): Promise<string> {
    const body = { url: 'https://receiver.invalid/', events: ['template.updated'] }
    return (await service.must<{ id: string }>('POST /v1/webhooks', body)).id
  }

  async function addDelivery(webhookId: string, template: string): Promise<string> {
    const [id, eventId, projectId] = [createId('delivery'), createId('event'), service.projects.a]
    const type = 'template.updated'
    const body = JSON.stringify({ id: eventId, type, data: { template_id: template, name: marked('event') } })
    const createdAt = Date.now()
    const event = { id: eventId, projectId, type, body, templateIds: [template], isRestricted: true, createdAt }
    const base = { projectId, webhookId, eventId, type, attempts: [], attemptCount: 0, createdAt }
    await service.store.tx(async (db) => {
      await db.insert(db.tables.events).values(event)
      await db.insert(db.tables.webhookDeliveries).values({ ...base, id, status: 'failed' as const })
    })
    return id
  }

  /** Everything that is stored of the template. */
  async function stored(): Promise<string> {
    const db = service.store.read
    const t = db.tables
    const of = made.template
    const rows = [
      await db.select().from(t.templates).where(eq(t.templates.id, of)),
      await db.select().from(t.templateDocuments).where(eq(t.templateDocuments.templateId, of)),
      await db.select().from(t.templateVersions).where(eq(t.templateVersions.templateId, of)),
      await db.select().from(t.templateEdits).where(eq(t.templateEdits.templateId, of)),
      await db.select().from(t.favorites).where(eq(t.favorites.templateId, of)),
      await db.select().from(t.grants).where(eq(t.grants.templateId, of)).orderBy(t.grants.id),
      await db
        .select()
        .from(t.exportTemplates)
        .where(eq(t.exportTemplates.templateId, of))
        .orderBy(t.exportTemplates.exportId),
      await db.select().from(t.exports).where(eq(t.exports.projectId, service.projects.a)).orderBy(t.exports.id),
      await db.select().from(t.pushes).where(eq(t.pushes.templateId, of)),
      await db.select().from(t.templateReviews).where(eq(t.templateReviews.templateId, of)),
      await db.select().from(t.reviewLinks).where(eq(t.reviewLinks.templateId, of)),
      await db.select().from(t.templateComments).where(eq(t.templateComments.templateId, of)),
      await db.select().from(t.webhookDeliveries).where(eq(t.webhookDeliveries.id, made.delivery)),
      await db.select().from(t.moduleVersions).where(eq(t.moduleVersions.moduleId, made.module)),
      // What is said of an asset is for everybody with assets:write; its bytes are what the template shows.
      await db.select({ id: t.assets.id, bytes: t.assets.bytes }).from(t.assets).where(eq(t.assets.id, made.asset)),
    ]
    return JSON.stringify(rows)
  }

  const document = { meta: { title: 'Mine' }, rows: [section('s', 'Mine')] }

  /** What an operation is sent that takes a body; undefined for one that takes none, or may omit it. */
  function bodyOf(id: string): unknown {
    const { asset, module, template } = made
    const bodies: Record<string, unknown> = {
      'templates.update': { name: 'Mine', document },
      'templates.create': { name: 'Mine', type: 'other', document, folder: made.folder },
      'templates.duplicate': { name: 'Mine' },
      'templates.bulkDelete': { ids: [template], permanent: true },
      'templates.bulkMove': { ids: [template], folder_id: null },
      'templates.applyOperations': {
        base_revision: 1,
        operations: [{ op: 'update', id: 's', set: { hide: 'mobile' } }],
      },
      'templates.generate': { template_id: template },
      'templates.import': { html: '<p>Mine</p>' },
      'recipients.create': { name: `Mine ${crypto.randomUUID()}`, data: {} },
      'recipients.update': { name: `Mine ${crypto.randomUUID()}` },
      'folders.create': { name: `Mine ${crypto.randomUUID()}`, parent_id: made.folder },
      'folders.update': { color: '#112233' },
      'folders.move': { parent_id: null },
      'locks.acquire': { force: true },
      'permissions.replace': { grants: [], default: 'manage' },
      'permissions.grant': { principal: { kind: 'api_key', id: service.readerId }, level: 'manage' },
      'permissions.replaceOfFolder': { grants: [], default: 'none' },
      'modules.create': { name: 'Mine', template_id: template, node_id: 's', replace: true },
      'modules.update': { nodes: [section('m', 'PAY TO ATTACKER')] },
      'modules.duplicate': { name: 'Mine' },
      'modules.sync': { template_ids: [template] },
      'modules.detach': { template_id: template },
      'versions.create': { label: 'Mine' },
      'versions.update': { label: 'Mine' },
      'versions.restore': {},
      'releases.publish': { note: 'Mine' },
      'releases.rollback': { to: 1 },
      'reviews.request': { note: 'Mine' },
      'reviews.approve': { note: 'Mine' },
      'reviews.reject': { note: 'Mine' },
      'reviews.revoke': { note: 'Mine' },
      'reviews.createLink': { name: 'Mine', may_approve: true },
      'comments.create': { text: 'Mine' },
      'comments.update': { resolved: true },
      'versions.duplicate': { name: 'Mine' },
      'exports.createTarget': { id: 'mine', extends: 'mailchimp', name: 'Mine' },
      'exports.updateTarget': { name: 'Mine' },
      'exports.setTargetFields': { fields: [] },
      'exports.create': { template_ids: [template], format: 'html' },
      'connections.create': { provider: 'mailchimp', name: 'Mine', credentials: { api_key: `${'b'.repeat(32)}-us1` } },
      'connections.update': { name: 'Mine' },
      'connections.push': { template_id: template },
      'amp.preflight': { template_id: template, from: 'walk@walk.example' },
      'amp.registerSender': { address: 'mine@walk.example', providers: ['gmail'] },
      'amp.updateSender': { company: 'Mine' },
      'verification.addEntry': { list: 'block', value: 'mine.walk.example' },
      'verification.addEntries': { entries: [{ list: 'block', value: 'mine2.walk.example' }] },
      'verification.recordFeedback': { email: 'a@walk.example', outcome: 'delivered' },
      'verification.recordFeedbackMany': { reports: [{ email: 'a@walk.example', outcome: 'delivered' }] },
      'verification.updateEntry': { list: 'allow' },
      'amp.recordEvent': { provider: 'gmail', event: 'withdrawn' },
      'dmarc.createGroup': { name: 'Mine' },
      'dmarc.updateGroup': { name: 'Mine' },
      'dmarc.createGroupLink': { name: 'Mine' },
      'dmarc.createMailbox': { ...mailbox, name: 'Mine' },
      'dmarc.updateMailbox': { name: 'Mine' },
      'dmarc.classifySource': { class: 'own' },
      'dmarc.updateDomain': { group: 'Mine' },
      'dmarc.createAlert': { triggers: ['tls_failures'], channels: [] },
      'dmarc.updateIncident': { action: 'resolve' },
      'assets.completeUpload': { name: 'mine.txt' },
      'assets.bulkDelete': { ids: [asset], force: true },
      'assets.update': { alt: 'Mine' },
      'assets.createLink': {},
      'apiKeys.create': { name: 'Mine', scopes: ['admin'] },
      'projects.create': { name: 'Mine' },
      'projects.update': { name: 'Mine' },
      'webhooks.register': { url: 'https://receiver.invalid/mine', events: ['template.updated'] },
      'webhooks.update': { description: 'Mine' },
      'webhooks.createPortalLink': { customer: 'mine', events: ['template.updated'] },
      'webhooks.recover': { since: new Date(Date.now() - 60_000).toISOString(), only: 'all' },
      'plugin.init': { pluginId: `svc_pk_${'0'.repeat(48)}`, emailId: template },
    }
    expect(module).not.toBe('')
    return bodies[id]
  }

  const queries: Record<string, string> = {
    'templates.search': `?q=${marker}content`,
    'templates.getFilterCounts': `?q=${marker}content`,
    'templates.delete': '?permanent=true',
    'templates.getHtml': '?lint=true',
    'folders.delete': '?contents=delete',
    'modules.delete': '?detach=true',
    'assets.delete': '?force=true',
    'exports.download': `?file=${marked('name')}.html`,
    'locks.release': '?force=true',
  }
  /** Operations that may delete what other operations need: in the project they get one of their own. */
  const ofTheirOwn = new Set(['connections.delete', 'connections.update', 'webhooks.delete', 'webhooks.update'])

  async function pathOf({ id, path }: Operation, isOwnProject: boolean): Promise<string> {
    const own = isOwnProject && ofTheirOwn.has(id)
    const connection = own ? await newConnection() : made.connection
    const webhook = own ? await newWebhook() : made.webhook
    const idOf: Record<string, string> = {
      templates: made.template,
      folders: made.folder,
      'sample-recipients': made.recipient,
      modules: made.module,
      assets: made.asset,
      export: made.export,
      'export-targets': 'mailchimp',
      connections: connection,
      jobs: made.exportJob,
      verify: path.includes('/lists/') ? made.listEntry : made.exportJob,
      projects: service.projects.a,
      'api-keys': made.key,
      webhooks: webhook,
      dmarc: path.includes('/mailboxes/') ? made.mailbox : path.includes('/groups/') ? made.group : made.sendingDomain,
      amp: made.ampSender,
      cdn: made.asset,
      plugin: made.asset,
    }
    const room = path.split('/')[path.startsWith('/v1/') ? 2 : 1] ?? ''
    const filled = path
      .replace('{versionId}', made.version)
      .replace('{permissionId}', made.permission)
      .replace('{reviewId}', made.review)
      .replace(
        '{linkId}',
        room === 'dmarc' ? made.groupLink : room === 'webhook-portal-links' ? made.portalLink : made.link,
      )
      .replace('{commentId}', made.comment)
      .replace('{number}', '1')
      .replace('{version}', '1')
      .replace('{revision}', '1')
      .replace('{ip}', '192.0.2.1')
      .replace('{alertId}', made.alert)
      .replace('{incidentId}', 'inc_01kah3zqpfx9y8w7v6t5s4r3q2')
      .replace(/\{(?:deliveryId|delivery)\}/, made.delivery)
      .replace(/\{(?:pushId|push)\}/, made.push)
      .replace(/\{(?:name|file)\}/, `${marked('name')}.html`)
      .replace(
        path.startsWith('/cdn/exports/') ? '{id}' : /\{(?:id|jobId)\}/,
        path.startsWith('/cdn/exports/') ? made.export : (idOf[room] ?? '?'),
      )
    expect(filled, id).not.toMatch(/[{}?]/)
    const compared = `?from=${made.version}&to=${made.version}`
    return `${filled}${id === 'versions.compare' ? compared : (queries[id] ?? '')}`
  }

  async function send(operation: Operation, key: string, headers: Record<string, string> = {}): Promise<Answer> {
    const body = bodyOf(operation.id)
    const path = await pathOf(operation, key !== service.keys.b)
    const call = `${operation.method} ${path}`
    return ask(service, { call, key, headers, ...(body === undefined ? {} : { send: body }) })
  }

  /** What is wrong with a response to a key that may not see the template; undefined when nothing is. */
  function faultOf({ id }: Operation, answer: Answer, isOtherProject: boolean): string | undefined {
    const {
      id: source,
      isOptional,
      resource,
      templates,
    }: OperationAccess = operationAccess[id as keyof typeof operationAccess]
    const { headers, status, text } = answer
    const isAudited = !('exempt' in (auditedOperations[id] ?? {}))
    const fault = (what: string) => `${id}: ${status} ${what} ${text.slice(0, 200)}`
    const written = text + JSON.stringify([...headers])
    if (written.includes(marker)) return fault('discloses the template')
    if (status >= 500 && status !== 501) return fault('fails')
    const results = (answer.body as { results?: { ok: boolean }[] } | undefined)?.results
    const isRefused = [401, 403, 404, 410].includes(status) || (results?.every(({ ok }) => !ok) ?? false)
    if (!isOtherProject && status !== (statuses[id] ?? status)) return fault(`is not ${statuses[id]}`)
    if (results?.some(({ ok }) => ok)) return fault('changes the template')
    if (id.startsWith('plugin.'))
      return status === 401 || status === 400 || status === 422 ? undefined : fault('is let in')
    if (resource === 'catalog' || resource === 'input' || source === 'link') return undefined
    if (isOtherProject && source === 'path' && id !== 'exports.getTarget' && id !== 'exports.getTargetFields')
      return isRefused || status === 422 || status === 409 || status === 501
        ? undefined
        : fault('answers about another project')
    const isOne = ['path', 'body'].includes(source) && ['template', 'version', 'lock', 'permission'].includes(resource)
    const needsLevel = templates !== undefined && templates !== 'visible' && !isOptional
    if (isOne && needsLevel && resource !== 'permission' && !isRefused) return fault('is let in')
    if (resource === 'permission' && !isRefused) return fault('is let in')
    if (['export', 'push', 'delivery', 'job'].includes(resource) && source === 'path' && isAudited && !isRefused)
      return fault('is let in')
    return undefined
  }

  async function walk(key: string): Promise<void> {
    const before = await stored()
    const faults: string[] = []
    for (const operation of operations) {
      if (left[operation.id] !== undefined) continue
      const answer = await send(operation, key)
      const fault = faultOf(operation, answer, key === service.keys.b)
      if (fault !== undefined) faults.push(fault)
      if ((await stored()) !== before) {
        faults.push(`${operation.id} changed something`)
        break
      }
    }
    expect(faults).toEqual([])
  }

  test('the walk knows every operation, and leaves out only those that it says why', () => {
    const known = operations.map(({ id }) => id)
    expect(known.length).toBeGreaterThan(150)
    expect(Object.keys(left).filter((id) => !known.includes(id))).toEqual([])
    expect(known.filter((id) => !Object.hasOwn(operationAccess, id))).toEqual([])
  })

  test('a key without a grant learns nothing and changes nothing', () => walk(service.keys.reader))

  test('a key whose grant was revoked a moment before learns nothing and changes nothing', async () => {
    const path = `/v1/templates/${made.template}/permissions`
    const principal = { kind: 'api_key', id: formerKey.id }
    const { id } = await service.must<{ id: string }>(`POST ${path}`, { principal, level: 'manage' })
    const seen = await service.call(`GET /v1/templates/${made.template}`, undefined, formerKey.key)
    expect(seen.text).toContain(marker)
    await service.must(`DELETE ${path}/${id}`)
    await walk(formerKey.key)
  })

  test('a key of another project learns nothing and changes nothing', () => walk(service.keys.b))

  test('an Idempotency-Key of another caller, or from before the grant was revoked, gives no response again', async () => {
    const path = `/v1/templates/${made.template}`
    const principal = { kind: 'api_key', id: formerKey.id }
    const grant = await service.must<{ id: string }>(`POST ${path}/permissions`, { principal, level: 'manage' })
    const calls: [string, object][] = [
      [`POST ${path}/duplicate`, {}],
      [`POST ${path}/versions`, { label: marked('once') }],
      ['POST /v1/export', { template_id: made.template, format: 'html' }],
      [`POST /v1/connections/${made.connection}/push`, { template_id: made.template, name: marked('push') }],
      [`POST ${path}/favorite`, {}],
    ]
    const once = (key: string, at: number) => {
      const [call, send] = calls[at] ?? ['', {}]
      return ask(service, { call, key, send, headers: { 'idempotency-key': `walk-${at}` } })
    }
    for (const at of calls.keys()) {
      expect((await once(service.keys.a, at)).status).toBeLessThan(300)
      expect((await once(formerKey.key, at)).status).toBeLessThan(300)
    }
    await service.must(`DELETE ${path}/permissions/${grant.id}`)
    for (const at of calls.keys()) {
      for (const key of [service.keys.reader, formerKey.key, service.keys.b]) {
        const { headers, status, text } = await once(key, at)
        const notified = `${calls[at]?.[0]} ${status} ${text.slice(0, 200)}`
        expect(text.includes(marker), notified).toBe(false)
        expect(headers.get('idempotency-replayed'), notified).toBeNull()
        expect([403, 404], notified).toContain(status)
      }
    }
  })
})
