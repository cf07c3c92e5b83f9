/** The published contract as others read it: every promised operation, once, and nothing a linter calls an error. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventDescriptions } from '../../src/kernel/events/index.ts'
import { startService } from '../support/service.ts'
import { temporaryDirectory } from '../support/store.ts'

const service = await startService({ dialect: 'sqlite' })
const text = await (await service.handle(new Request('http://localhost/openapi.json'))).text()
const contract = JSON.parse(text) as { paths: Record<string, Record<string, { operationId: string }>> }
const directory = temporaryDirectory()
const file = join(directory, 'openapi.json')
writeFileSync(file, text)

/** Spec section 4.2, headless generation of 4.3, and what this version adds. */
const promised = [
  'GET /v1/templates/public templates.listPublic',
  'GET /v1/templates/my templates.listMine',
  'GET /v1/templates/search templates.search',
  'GET /v1/templates/filter-counts templates.getFilterCounts',
  'GET /v1/templates/favorites templates.listFavorites',
  'GET /v1/templates/{id} templates.get',
  'GET /v1/templates/{id}/structured templates.getStructured',
  'GET /v1/templates/{id}/blocks templates.getBlocks',
  'GET /v1/templates/{id}/html templates.getHtml',
  'GET /v1/templates/{id}/mjml templates.getMjml',
  'GET /v1/templates/{id}/lint templates.lint',
  'GET /v1/templates/{id}/thumbnail templates.getThumbnail',
  'GET /v1/templates/{id}/versions/{versionId}/thumbnail templates.getVersionThumbnail',
  'POST /v1/templates templates.create',
  'POST /v1/templates/import templates.import',
  'PUT /v1/templates/{id} templates.update',
  'DELETE /v1/templates/{id} templates.delete',
  'POST /v1/templates/{id}/duplicate templates.duplicate',
  'POST /v1/templates/{id}/favorite templates.addFavorite',
  'DELETE /v1/templates/{id}/favorite templates.removeFavorite',
  'POST /v1/templates/bulk/delete templates.bulkDelete',
  'POST /v1/templates/bulk/move templates.bulkMove',
  'POST /v1/templates/{id}/restore templates.restore',
  'POST /v1/templates/generate templates.generate',
  'GET /v1/templates/{id}/lock locks.get',
  'POST /v1/templates/{id}/lock locks.acquire',
  'DELETE /v1/templates/{id}/lock locks.release',
  'POST /v1/templates/{id}/operations templates.applyOperations',
  'GET /v1/templates/{id}/versions versions.list',
  'POST /v1/templates/{id}/versions versions.create',
  'GET /v1/templates/{id}/versions/compare versions.compare',
  'GET /v1/templates/{id}/versions/{versionId} versions.get',
  'PUT /v1/templates/{id}/versions/{versionId} versions.update',
  'DELETE /v1/templates/{id}/versions/{versionId} versions.delete',
  'GET /v1/templates/{id}/versions/{versionId}/html versions.getHtml',
  'POST /v1/templates/{id}/versions/{versionId}/restore versions.restore',
  'POST /v1/templates/{id}/versions/{versionId}/duplicate versions.duplicate',
  'POST /v1/templates/{id}/publish releases.publish',
  'POST /v1/templates/{id}/unpublish releases.unpublish',
  'POST /v1/templates/{id}/rollback releases.rollback',
  'GET /v1/templates/{id}/releases releases.list',
  'GET /v1/templates/{id}/releases/compare releases.compare',
  'GET /v1/templates/{id}/releases/{number} releases.get',
  'DELETE /v1/templates/{id}/releases/{number} releases.cancel',
  'GET /v1/templates/{id}/reviews reviews.list',
  'POST /v1/templates/{id}/reviews reviews.request',
  'GET /v1/templates/{id}/reviews/{reviewId} reviews.get',
  'POST /v1/templates/{id}/reviews/{reviewId}/approve reviews.approve',
  'POST /v1/templates/{id}/reviews/{reviewId}/reject reviews.reject',
  'POST /v1/templates/{id}/reviews/{reviewId}/revoke reviews.revoke',
  'DELETE /v1/templates/{id}/reviews/{reviewId} reviews.cancel',
  'GET /v1/templates/{id}/review-links reviews.listLinks',
  'POST /v1/templates/{id}/review-links reviews.createLink',
  'DELETE /v1/templates/{id}/review-links/{linkId} reviews.revokeLink',
  'GET /v1/templates/{id}/comments comments.list',
  'POST /v1/templates/{id}/comments comments.create',
  'GET /v1/templates/{id}/comments/{commentId} comments.get',
  'PUT /v1/templates/{id}/comments/{commentId} comments.update',
  'GET /v1/templates/{id}/permissions permissions.list',
  'PUT /v1/templates/{id}/permissions permissions.replace',
  'POST /v1/templates/{id}/permissions permissions.grant',
  'DELETE /v1/templates/{id}/permissions/{permissionId} permissions.revoke',
  'GET /v1/folders/{id}/permissions permissions.listOfFolder',
  'PUT /v1/folders/{id}/permissions permissions.replaceOfFolder',
  'GET /v1/sample-recipients recipients.list',
  'POST /v1/sample-recipients recipients.create',
  'GET /v1/sample-recipients/{id} recipients.get',
  'PUT /v1/sample-recipients/{id} recipients.update',
  'DELETE /v1/sample-recipients/{id} recipients.delete',
  'GET /v1/folders folders.list',
  'POST /v1/folders folders.create',
  'GET /v1/folders/{id} folders.get',
  'PUT /v1/folders/{id} folders.update',
  'DELETE /v1/folders/{id} folders.delete',
  'POST /v1/folders/{id}/move folders.move',
  'GET /v1/folders/{id}/templates folders.listTemplates',
  'GET /v1/modules modules.list',
  'POST /v1/modules modules.create',
  'GET /v1/modules/{id} modules.get',
  'PUT /v1/modules/{id} modules.update',
  'DELETE /v1/modules/{id} modules.delete',
  'POST /v1/modules/{id}/duplicate modules.duplicate',
  'GET /v1/modules/{id}/usage modules.getUsage',
  'POST /v1/modules/{id}/sync modules.sync',
  'POST /v1/modules/{id}/detach modules.detach',
  'GET /v1/modules/{id}/versions modules.listVersions',
  'POST /v1/plugin/init plugin.init',
  'POST /v1/plugin/refresh plugin.refresh',
  'POST /v1/plugin/save plugin.save',
  'POST /v1/plugin/export plugin.export',
  'POST /v1/plugin/compile plugin.compile',
  'POST /v1/plugin/preview plugin.preview',
  'GET /v1/plugin/document plugin.getDocument',
  'POST /v1/plugin/operations plugin.applyOperations',
  'POST /v1/plugin/import plugin.importHtml',
  'POST /v1/plugin/css plugin.cleanCss',
  'GET /v1/plugin/revisions/{revision} plugin.getRevision',
  'GET /v1/plugin/lock plugin.getLock',
  'PUT /v1/plugin/lock plugin.acquireLock',
  'DELETE /v1/plugin/lock plugin.releaseLock',
  'GET /v1/plugin/modules plugin.listModules',
  'POST /v1/plugin/modules plugin.saveModule',
  'GET /v1/plugin/sample-recipients plugin.listRecipients',
  'GET /v1/plugin/sample-recipients/{id} plugin.getRecipient',
  'GET /v1/plugin/starters plugin.listStarters',
  'GET /v1/plugin/starters/{id} plugin.getStarter',
  'GET /v1/plugin/versions plugin.listVersions',
  'GET /v1/plugin/versions/{versionId} plugin.getVersionHtml',
  'PUT /v1/plugin/versions/{versionId} plugin.nameVersion',
  'POST /v1/plugin/versions/{versionId}/restore plugin.restoreVersion',
  'GET /v1/plugin/publication plugin.getPublication',
  'POST /v1/plugin/publish plugin.publish',
  'POST /v1/plugin/unpublish plugin.unpublish',
  'POST /v1/plugin/rollback plugin.rollback',
  'GET /v1/plugin/releases plugin.listReleases',
  'GET /v1/plugin/releases/{number} plugin.getReleaseHtml',
  'DELETE /v1/plugin/releases/{number} plugin.cancelRelease',
  'POST /v1/plugin/reviews plugin.requestReview',
  'DELETE /v1/plugin/reviews/{reviewId} plugin.cancelReview',
  'POST /v1/plugin/reviews/{reviewId}/approve plugin.approveReview',
  'POST /v1/plugin/reviews/{reviewId}/reject plugin.rejectReview',
  'GET /v1/plugin/assets plugin.listAssets',
  'POST /v1/plugin/assets/{id}/links plugin.createAssetLink',
  'POST /v1/plugin/assets plugin.uploadAsset',
  'POST /v1/plugin/assets/from-url plugin.importAsset',
  'GET /v1/projects projects.list',
  'POST /v1/projects projects.create',
  'GET /v1/projects/me projects.me',
  'GET /v1/projects/{id} projects.get',
  'PUT /v1/projects/{id} projects.update',
  'DELETE /v1/projects/{id} projects.delete',
  'GET /v1/projects/{id}/credentials projects.getCredentials',
  'POST /v1/projects/{id}/credentials/rotate projects.rotateCredentials',
  'POST /v1/verify verification.verifyEmail',
  'POST /v1/verify/batch verification.createBatch',
  'POST /v1/verify/upload verification.uploadBatch',
  'GET /v1/verify/jobs verification.listJobs',
  'GET /v1/verify/batch/{id} verification.getBatch',
  'GET /v1/verify/batch/{id}/download verification.downloadBatch',
  'DELETE /v1/verify/batch/{id} verification.cancelBatch',
  'GET /v1/verify/feedback verification.getFeedbackSummary',
  'POST /v1/verify/feedback verification.recordFeedback',
  'POST /v1/verify/feedback/bulk verification.recordFeedbackMany',
  'GET /v1/verify/lists verification.listEntries',
  'POST /v1/verify/lists verification.addEntry',
  'POST /v1/verify/lists/bulk verification.addEntries',
  'GET /v1/verify/lists/{id} verification.getEntry',
  'PUT /v1/verify/lists/{id} verification.updateEntry',
  'DELETE /v1/verify/lists/{id} verification.removeEntry',
  'POST /v1/tools/blacklist-check verification.checkBlacklist',
  'POST /v1/tools/infrastructure-check verification.checkInfrastructure',
  'POST /v1/tools/spam-trap-analysis verification.analyzeSpamTrap',
  'GET /v1/dmarc/domains dmarc.listDomains',
  'POST /v1/dmarc/domains dmarc.addDomain',
  'GET /v1/dmarc/domains/{id} dmarc.getDomain',
  'PUT /v1/dmarc/domains/{id} dmarc.updateDomain',
  'DELETE /v1/dmarc/domains/{id} dmarc.removeDomain',
  'POST /v1/dmarc/domains/{id}/verify dmarc.verifyDomain',
  'POST /v1/dmarc/wizard/analyze-domain dmarc.analyzeDomain',
  'POST /v1/dmarc/wizard/generate dmarc.generateRecord',
  'POST /v1/dmarc/wizard/check-dns dmarc.checkDns',
  'GET /v1/dmarc/domains/{id}/dns-history dmarc.getDnsHistory',
  'GET /v1/dmarc/domains/{id}/reports dmarc.getReports',
  'GET /v1/dmarc/domains/{id}/analytics dmarc.getAnalytics',
  'GET /v1/dmarc/domains/{id}/timeline dmarc.getTimeline',
  'GET /v1/dmarc/domains/{id}/sources dmarc.getSources',
  'GET /v1/dmarc/domains/{id}/sources/{ip} dmarc.getSourceDetail',
  'PUT /v1/dmarc/domains/{id}/sources/{ip} dmarc.classifySource',
  'GET /v1/dmarc/domains/{id}/replay dmarc.replayPolicy',
  'GET /v1/dmarc/domains/{id}/alerts dmarc.listAlerts',
  'POST /v1/dmarc/domains/{id}/alerts dmarc.createAlert',
  'POST /v1/dmarc/domains/{id}/alerts/{alertId}/test dmarc.testAlert',
  'DELETE /v1/dmarc/domains/{id}/alerts/{alertId} dmarc.deleteAlert',
  'GET /v1/dmarc/domains/{id}/incidents dmarc.listIncidents',
  'POST /v1/dmarc/domains/{id}/incidents/{incidentId} dmarc.updateIncident',
  'POST /v1/dmarc/reports dmarc.ingestReport',
  'GET /v1/dmarc/reports dmarc.listQuarantined',
  'GET /v1/dmarc/reports/{id} dmarc.getReport',
  'GET /v1/dmarc/reports/{id}/file dmarc.downloadReport',
  'DELETE /v1/dmarc/reports/{id} dmarc.deleteReport',
  'POST /v1/dmarc/tls-reports/{token} dmarc.receiveTlsReport',
  'GET /v1/dmarc/groups dmarc.listGroups',
  'POST /v1/dmarc/groups dmarc.createGroup',
  'GET /v1/dmarc/groups/{id} dmarc.getGroup',
  'PUT /v1/dmarc/groups/{id} dmarc.updateGroup',
  'DELETE /v1/dmarc/groups/{id} dmarc.deleteGroup',
  'GET /v1/dmarc/groups/{id}/links dmarc.listGroupLinks',
  'POST /v1/dmarc/groups/{id}/links dmarc.createGroupLink',
  'DELETE /v1/dmarc/groups/{id}/links/{linkId} dmarc.revokeGroupLink',
  'GET /v1/dmarc/mailboxes dmarc.listMailboxes',
  'POST /v1/dmarc/mailboxes dmarc.createMailbox',
  'GET /v1/dmarc/mailboxes/{id} dmarc.getMailbox',
  'PUT /v1/dmarc/mailboxes/{id} dmarc.updateMailbox',
  'DELETE /v1/dmarc/mailboxes/{id} dmarc.deleteMailbox',
  'POST /v1/dmarc/mailboxes/{id}/test dmarc.testMailbox',
  'POST /v1/dmarc/mailboxes/{id}/poll dmarc.pollMailbox',
  'GET /v1/amp amp.listSenders',
  'POST /v1/amp amp.registerSender',
  'GET /v1/amp/providers amp.listProviders',
  'POST /v1/amp/preflight amp.preflight',
  'GET /v1/amp/preflight amp.listPreflights',
  'GET /v1/amp/preflight/results/{id} amp.getPreflight',
  'GET /v1/amp/{id} amp.getSender',
  'PUT /v1/amp/{id} amp.updateSender',
  'DELETE /v1/amp/{id} amp.removeSender',
  'POST /v1/amp/{id}/check amp.checkSelectors',
  'POST /v1/amp/{id}/events amp.recordEvent',
  'POST /v1/tools/email-finder intelligence.findEmail',
  'GET /v1/tools/org-intel/{domain} intelligence.getOrgIntel',
  'POST /v1/tools/domain-intel intelligence.getDomainIntel',
  'GET /v1/account/credits account.getCredits',
  'GET /v1/account/usage account.getUsage',
  'GET /v1/api-keys apiKeys.list',
  'POST /v1/api-keys apiKeys.create',
  'GET /v1/api-keys/{id} apiKeys.get',
  'POST /v1/api-keys/{id}/rotate apiKeys.rotate',
  'DELETE /v1/api-keys/{id} apiKeys.revoke',
  'POST /v1/export exports.create',
  'GET /v1/export exports.list',
  'GET /v1/export/formats exports.listFormats',
  'GET /v1/export-targets exports.listTargets',
  'POST /v1/export-targets exports.createTarget',
  'GET /v1/export-targets/{id} exports.getTarget',
  'PUT /v1/export-targets/{id} exports.updateTarget',
  'DELETE /v1/export-targets/{id} exports.deleteTarget',
  'GET /v1/export-targets/{id}/fields exports.getTargetFields',
  'PUT /v1/export-targets/{id}/fields exports.setTargetFields',
  'GET /v1/export/{id} exports.get',
  'GET /v1/export/{id}/download exports.download',
  'DELETE /v1/export/{id} exports.cancel',
  'GET /v1/connections connections.list',
  'POST /v1/connections connections.create',
  'GET /v1/connections/providers connections.listProviders',
  'GET /v1/connections/{id} connections.get',
  'PUT /v1/connections/{id} connections.update',
  'DELETE /v1/connections/{id} connections.delete',
  'POST /v1/connections/{id}/test connections.test',
  'POST /v1/connections/{id}/push connections.push',
  'GET /v1/connections/{id}/pushes connections.listPushes',
  'GET /v1/connections/{id}/pushes/{push} connections.getPush',
  'GET /v1/connections/{id}/templates connections.listTemplates',
  'GET /v1/assets assets.list',
  'POST /v1/assets assets.upload',
  'POST /v1/assets/from-url assets.importUrl',
  'GET /v1/assets/usage assets.getUsage',
  'POST /v1/assets/bulk/delete assets.bulkDelete',
  'POST /v1/assets/uploads assets.createUpload',
  'POST /v1/assets/uploads/{id}/complete assets.completeUpload',
  'GET /v1/assets/{id} assets.get',
  'PUT /v1/assets/{id} assets.update',
  'DELETE /v1/assets/{id} assets.delete',
  'GET /v1/assets/{id}/usage assets.listUses',
  'POST /v1/assets/{id}/links assets.createLink',
  'PUT /v1/assets/{id}/content assets.replace',
  'GET /v1/assets/{id}/versions assets.listVersions',
  'POST /v1/assets/{id}/versions/{version}/restore assets.restoreVersion',
  'GET /v1/jobs/{id} jobs.get',
  'GET /v1/jobs/{id}/events jobs.watch',
  'POST /v1/jobs/{id}/cancel jobs.cancel',
  'GET /v1/webhooks webhooks.list',
  'POST /v1/webhooks webhooks.register',
  'DELETE /v1/webhooks webhooks.deleteSelected',
  'POST /v1/webhooks/rotate webhooks.rotateSelected',
  'GET /v1/webhooks/events webhooks.listEventTypes',
  'GET /v1/webhook-portal-links webhooks.listPortalLinks',
  'POST /v1/webhook-portal-links webhooks.createPortalLink',
  'DELETE /v1/webhook-portal-links/{linkId} webhooks.revokePortalLink',
  'GET /v1/webhooks/{id} webhooks.get',
  'PUT /v1/webhooks/{id} webhooks.update',
  'DELETE /v1/webhooks/{id} webhooks.delete',
  'POST /v1/webhooks/{id}/rotate webhooks.rotateSecret',
  'POST /v1/webhooks/{id}/test webhooks.sendTest',
  'GET /v1/webhooks/{id}/deliveries webhooks.listDeliveries',
  'GET /v1/webhooks/{id}/deliveries/{deliveryId} webhooks.getDelivery',
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry webhooks.retryDelivery',
  'POST /v1/webhooks/{id}/recover webhooks.recover',
]

test('every promised operation is published under its name, and each path answers under /api/v1 too', async () => {
  const published = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  )
  expect(published.filter((line) => !line.includes(' delivery.')).sort()).toEqual(promised.toSorted())
  for (const path of ['/v1/templates/my', '/api/v1/templates/my']) {
    const answer = await service.handle(
      new Request(`http://localhost${path}`, { headers: { 'svc-api-auth': service.keys.a } }),
    )
    expect(answer.status).toBe(200)
  }
})

test('every type of event is published as a webhook, with its schema and an example', () => {
  type Message = { post: { requestBody: { content: Record<string, { schema: { $ref: string }; example: object }> } } }
  const { webhooks, components } = JSON.parse(text) as {
    webhooks: Record<string, Message>
    components: { schemas: Record<string, object> }
  }
  expect(Object.keys(webhooks)).toEqual(eventDescriptions.map(({ name }) => name))
  for (const [name, { post }] of Object.entries(webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'] ?? { schema: { $ref: '' }, example: {} }
    expect(components.schemas).toHaveProperty([schema.$ref.split('/').at(-1) ?? ''])
    expect(example).toMatchObject({ type: name })
  }
})

test('Redocly finds no error in the contract', () => {
  const { output, exitCode } = run('redocly', ['lint', file, '--extends', 'recommended', '--format', 'json'])
  const { totals, problems } = JSON.parse(output.slice(output.indexOf('{'))) as {
    totals: { errors: number }
    problems: { severity: string; message: string; ruleId: string }[]
  }
  // The only warning left to a service that runs anywhere: its address is localhost until it is notified another.
  expect(problems.filter(({ ruleId }) => ruleId !== 'no-server-example.com').map(({ message }) => message)).toEqual([])
  expect(totals.errors).toBe(0)
  expect(exitCode).toBe(0)
})

test('Spectral finds no error in the contract', () => {
  const rules = join(directory, 'spectral.json')
  // Redocly has held every example against its schema; here that takes seven times as long as all other rules.
  writeFileSync(rules, JSON.stringify({ extends: 'spectral:oas', rules: { 'oas3-valid-media-example': 'off' } }))
  const { output, exitCode } = run('spectral', ['lint', file, '--ruleset', rules, '--format', 'json', '--quiet'])
  expect(JSON.parse(output || '[]')).toEqual([])
  expect(exitCode).toBe(0)
})

function run(tool: string, words: string[]): { output: string; exitCode: number } {
  const result = Bun.spawnSync([join(import.meta.dir, '../../node_modules/.bin', tool), ...words], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stderr: 'ignore',
  })
  return { output: result.stdout.toString(), exitCode: result.exitCode }
}

test('the contract is short enough to be read by every generator: nothing that repeats is written out', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { responses: Record<string, object> }>> }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  // Responses and headers of each operation are references; with its schemas an operation takes 4.5 KB on average.
  expect(Buffer.byteLength(text) / operations.length).toBeLessThan(4600)
  const failures = operations
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status, response]) => Number(status) >= 400 && !('$ref' in response))
    .map(([, response]) => JSON.stringify(response))
  expect(new Set(failures).size).toBe(failures.length)
})

test('what creates or lists a resource links to the operations on it', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, LinkedOperation>> }
  const parametersOf = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ operationId }) => [
        operationId,
        [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name).toSorted(),
      ]),
    ),
  )
  const links = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses).flatMap((response) => Object.values(response.links ?? {})))
  for (const { operationId, parameters } of links)
    expect(Object.keys(parameters).toSorted()).toEqual(parametersOf.get(operationId) ?? ['no such operation'])
  expect(paths['/v1/templates/{id}/comments']?.['post']?.responses['201']?.links?.['comments.get']?.parameters).toEqual(
    {
      id: '$request.path.id',
      commentId: '$response.body#/id',
    },
  )
  const linked = new Set(links.map(({ operationId }) => operationId))
  const alone = [...parametersOf].filter(([id, names]) => names.length > 0 && !linked.has(id)).map(([id]) => id)
  // Ids that are in signed links, in another resource, or in the hands of the host page.
  expect(alone.toSorted()).toEqual([
    'delivery.asset',
    'delivery.exportFile',
    'delivery.preview',
    'delivery.socialIcon',
    'delivery.starterImage',
    'delivery.thumbnail',
    'dmarc.classifySource',
    'dmarc.getSourceDetail',
    'dmarc.receiveTlsReport',
    'intelligence.getOrgIntel',
    'plugin.approveReview',
    'plugin.cancelReview',
    'plugin.getRevision',
    'plugin.rejectReview',
  ])
})

type Link = { operationId: string; parameters: Record<string, string> }
type LinkedOperation = { operationId: string; responses: Record<string, { links?: Record<string, Link> }> }

test('only parameters have a default: generated clients would require a body member that has one', () => {
  const { paths, components, webhooks } = JSON.parse(text) as Record<string, Record<string, object>>
  const { parameters: _, examples: __, ...others } = components ?? {}
  const schemas: string[] = []
  const visit = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (key === 'default' && !where.endsWith('/properties')) schemas.push(where)
      if (!['parameters', 'example', 'examples'].includes(key)) visit(member, `${where}/${key}`)
    }
  }
  visit({ paths, webhooks, components: others }, '')
  expect(schemas).toEqual([])
})

test('no schema has an enum of booleans, which makes openapi-python-client leave its operations out', () => {
  const found: object[] = []
  JSON.parse(text, (_, value: { enum?: unknown[] } | null) => {
    if (Array.isArray(value?.enum) && value.enum.some((each) => typeof each === 'boolean')) found.push(value)
    return value
  })
  expect(found).toEqual([])
})

test('what can be answered with 304 takes If-None-Match and shows its ETag', () => {
  type Described = { parameters?: { $ref?: string }[]; responses: Record<string, { $ref?: string; headers?: object }> }
  const operations = Object.values((JSON.parse(text) as { paths: Record<string, Record<string, Described>> }).paths)
  const { NotModified: unmodified } = (JSON.parse(text) as { components: { responses: Described['responses'] } })
    .components.responses
  const tagged = operations.flatMap((path) => Object.values(path)).filter(({ responses }) => '304' in responses)
  expect(tagged.length).toBeGreaterThan(2)
  for (const { parameters = [], responses } of tagged) {
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' })
    expect(responses['200']?.headers).toHaveProperty('ETag')
    const { $ref, headers } = responses['304'] ?? {}
    expect($ref === undefined ? headers : unmodified?.headers).toHaveProperty('ETag')
  }
})

test('what spends credits says in each answer, the refusal too, how many are left', () => {
  type Described = { operationId: string; responses: Record<string, { headers?: object; $ref?: string }> }
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, Described>>
    components: { responses: Record<string, { headers: object }> }
  }
  const metered = Object.values(paths).flatMap((path) =>
    Object.values(path).filter(({ responses }) => '402' in responses),
  )
  expect(metered.length).toBe(8)
  for (const { responses } of metered)
    for (const [status, { $ref = '', ...own }] of Object.entries(responses)) {
      const { headers } = components.responses[$ref.split('/').at(-1) ?? ''] ?? own
      if (Number(status) < 300 || status === '402') expect(headers).toHaveProperty('X-Credits-Remaining')
    }
})

test('a name of nothing to see is refused wherever a call gives one', async () => {
  type Member = { type?: string; anyOf?: Member[] }
  type Body = { content: Record<string, { schema: { $ref?: string } }> }
  type Described = { operationId: string; requestBody?: Body; security: object[] }
  type Named = { properties?: Record<string, Member>; oneOf?: { $ref: string }[] }
  const { components, paths } = JSON.parse(text) as {
    components: { schemas: Record<string, Named> }
    paths: Record<string, Record<string, Described>>
  }
  const membersOf = (name: string): string[] => {
    const { oneOf = [], properties = {} } = components.schemas[name] ?? {}
    return [...Object.keys(properties), ...oneOf.flatMap(({ $ref }) => membersOf($ref.split('/').at(-1) ?? ''))]
  }
  const tried: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, requestBody, security }] of Object.entries(methods)) {
      const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? ''
      const members = new Set(membersOf(name))
      const named = ['name', 'label', 'folder', 'tags'].filter((member) => members.has(member))
      if (!security.some((mode) => 'apiKeyAuth' in mode)) continue
      for (const member of named)
        for (const blank of ['  ', '\u200b\u2060', '\u00a0\ufeff', '\u2800']) {
          const answer = await service.handle(
            new Request(`http://localhost${path.replaceAll(/\{\w+\}/g, 'x')}`, {
              method: method.toUpperCase(),
              headers: { 'svc-api-auth': service.keys.a, 'content-type': 'application/json' },
              body: JSON.stringify({ [member]: member === 'tags' ? ['x', blank] : blank }),
            }),
          )
          const { issues = [] } = (await answer.json()) as { issues?: { path: string }[] }
          const isNamed = issues.some((issue) => issue.path === (member === 'tags' ? '/tags/1' : `/${member}`))
          expect({ operationId, member, status: answer.status, isNamed }).toEqual({
            operationId,
            member,
            status: 422,
            isNamed: true,
          })
          tried.push(operationId)
        }
    }
  expect(new Set(tried).size).toBeGreaterThan(20)
})

test('space around a name is left out', async () => {
  const id = await service.create({ name: '  Spring \u00a0 sale\t'.replace('\t', ' '), type: 'other' })
  const { headers } = new Request('http://localhost', { headers: { 'svc-api-auth': service.keys.a } })
  const answer = await service.handle(new Request(`http://localhost/v1/templates/${id}`, { headers }))
  expect(await answer.json()).toMatchObject({ name: 'Spring \u00a0 sale' })
})

test('no example says that it is text: each shows what a real answer holds', () => {
  const invented: string[] = []
  JSON.parse(text, function (this: object, key, value: unknown) {
    const isNamed = /^(id|name|title|url|html|css|path|why|canvas|host|domain|message|meaning|subject)$|_id$/.test(key)
    if (isNamed && value === 'text') invented.push(`${key} in ${JSON.stringify(this).slice(0, 100)}`)
    return value
  })
  expect(invented).toEqual([])
})
