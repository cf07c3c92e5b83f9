import type { Resource } from './resources.ts'

/** The level that a template must grant; `visible`: lists and counts include only templates that the caller may view. */
export type TemplateCheck = 'view' | 'comment' | 'edit_text' | 'edit' | 'publish' | 'manage' | 'visible'

/** The source of the resource id; `none` for an operation that creates, lists or has no single resource. */
export type IdSource = 'path' | 'query' | 'body' | 'session' | 'link' | 'key' | 'none'

export interface OperationAccess {
  resource: Resource
  id: IdSource
  /** The level that templates must grant; undefined if the operation accesses no template. */
  templates?: TemplateCheck
  /** The template is optional in the request: without one there is no check. */
  isOptional?: true
}

function on(
  resource: Resource,
  id: IdSource,
  { templates, isOptional }: Partial<OperationAccess> = {},
): OperationAccess {
  return {
    resource,
    id,
    ...(templates === undefined ? {} : { templates }),
    ...(isOptional === undefined ? {} : { isOptional }),
  }
}

/**
 * The access of every operation with an operationId. An application with an operation that is not listed here does not
 * start; test/architecture/access.test.ts refuses lines without an operation. docs/access.md is generated from it.
 */
export const operationAccess = {
  // Templates: lists
  'templates.listPublic': on('template', 'none', { templates: 'visible' }),
  'templates.listMine': on('template', 'none', { templates: 'visible' }),
  'templates.search': on('template', 'none', { templates: 'visible' }),
  'templates.getFilterCounts': on('template', 'none', { templates: 'visible' }),
  'templates.listFavorites': on('template', 'none', { templates: 'visible' }),
  'folders.listTemplates': on('template', 'path', { templates: 'visible' }),
  // Templates: one
  'templates.get': on('template', 'path', { templates: 'view' }),
  'templates.getStructured': on('template', 'path', { templates: 'view' }),
  'templates.getBlocks': on('template', 'path', { templates: 'view' }),
  'templates.getHtml': on('template', 'path', { templates: 'view' }),
  'templates.getThumbnail': on('template', 'path', { templates: 'view' }),
  'templates.getVersionThumbnail': on('version', 'path', { templates: 'view' }),
  'templates.lint': on('template', 'path', { templates: 'view' }),
  'templates.generate': on('template', 'body', { templates: 'view', isOptional: true }),
  'templates.create': on('folder', 'body', { templates: 'edit' }),
  'templates.import': on('folder', 'body', { templates: 'edit', isOptional: true }),
  'templates.update': on('template', 'path', { templates: 'edit_text' }),
  'templates.applyOperations': on('template', 'path', { templates: 'edit_text' }),
  'templates.delete': on('template', 'path', { templates: 'edit' }),
  'templates.restore': on('template', 'path', { templates: 'edit' }),
  'templates.duplicate': on('template', 'path', { templates: 'view' }),
  'templates.bulkDelete': on('template', 'body', { templates: 'edit' }),
  'templates.bulkMove': on('template', 'body', { templates: 'edit' }),
  'templates.addFavorite': on('template', 'path', { templates: 'view' }),
  'templates.removeFavorite': on('template', 'path', { templates: 'view' }),
  // Versions, releases, locks, permissions
  'versions.list': on('version', 'path', { templates: 'view' }),
  'versions.get': on('version', 'path', { templates: 'view' }),
  'versions.getHtml': on('version', 'path', { templates: 'view' }),
  'versions.compare': on('version', 'path', { templates: 'view' }),
  'versions.create': on('version', 'path', { templates: 'edit' }),
  'versions.update': on('version', 'path', { templates: 'edit' }),
  'versions.delete': on('version', 'path', { templates: 'edit' }),
  'versions.restore': on('version', 'path', { templates: 'edit_text' }),
  'versions.duplicate': on('version', 'path', { templates: 'view' }),
  'releases.list': on('release', 'path', { templates: 'view' }),
  'releases.get': on('release', 'path', { templates: 'view' }),
  'releases.compare': on('release', 'path', { templates: 'view' }),
  'releases.publish': on('release', 'path', { templates: 'publish' }),
  'releases.unpublish': on('release', 'path', { templates: 'publish' }),
  'releases.rollback': on('release', 'path', { templates: 'publish' }),
  'releases.cancel': on('release', 'path', { templates: 'publish' }),
  'reviews.list': on('review', 'path', { templates: 'view' }),
  'reviews.get': on('review', 'path', { templates: 'view' }),
  'reviews.request': on('review', 'path', { templates: 'edit_text' }),
  'reviews.approve': on('review', 'path', { templates: 'comment' }),
  'reviews.reject': on('review', 'path', { templates: 'comment' }),
  'reviews.revoke': on('review', 'path', { templates: 'comment' }),
  'reviews.cancel': on('review', 'path', { templates: 'edit_text' }),
  'reviews.listLinks': on('review_link', 'path', { templates: 'edit_text' }),
  'reviews.createLink': on('review_link', 'path', { templates: 'edit_text' }),
  'reviews.revokeLink': on('review_link', 'path', { templates: 'edit_text' }),
  'comments.list': on('comment', 'path', { templates: 'view' }),
  'comments.get': on('comment', 'path', { templates: 'view' }),
  'comments.create': on('comment', 'path', { templates: 'comment' }),
  'comments.update': on('comment', 'path', { templates: 'comment' }),
  'locks.get': on('lock', 'path', { templates: 'view' }),
  'locks.acquire': on('lock', 'path', { templates: 'edit_text' }),
  'locks.release': on('lock', 'path', { templates: 'edit_text' }),
  'permissions.list': on('permission', 'path', { templates: 'view' }),
  'permissions.replace': on('permission', 'path', { templates: 'manage' }),
  'permissions.grant': on('permission', 'path', { templates: 'manage' }),
  'permissions.revoke': on('permission', 'path', { templates: 'manage' }),
  'permissions.listOfFolder': on('permission', 'path'),
  'permissions.replaceOfFolder': on('permission', 'path'),
  // Folders
  'folders.list': on('folder', 'none', { templates: 'visible' }),
  'folders.get': on('folder', 'path', { templates: 'visible' }),
  'folders.create': on('folder', 'body', { templates: 'edit' }),
  'folders.update': on('folder', 'path', { templates: 'edit' }),
  'folders.delete': on('folder', 'path', { templates: 'edit' }),
  'folders.move': on('folder', 'path', { templates: 'edit' }),
  // Modules
  'modules.list': on('module', 'none'),
  'modules.get': on('module', 'path'),
  'modules.listVersions': on('module', 'path'),
  'modules.getUsage': on('module', 'path', { templates: 'visible' }),
  'modules.create': on('module', 'body', { templates: 'view', isOptional: true }),
  'modules.duplicate': on('module', 'path'),
  'modules.update': on('module', 'path', { templates: 'edit', isOptional: true }),
  'modules.sync': on('module', 'path', { templates: 'edit', isOptional: true }),
  'modules.detach': on('module', 'path', { templates: 'edit', isOptional: true }),
  'modules.delete': on('module', 'path', { templates: 'edit', isOptional: true }),
  // Assets
  'assets.list': on('asset', 'none'),
  'assets.get': on('asset', 'path'),
  'assets.getUsage': on('asset', 'none'),
  'assets.listUses': on('asset', 'path', { templates: 'visible' }),
  'assets.upload': on('asset', 'none'),
  'assets.importUrl': on('asset', 'none'),
  'assets.createUpload': on('asset', 'none'),
  'assets.completeUpload': on('asset', 'path'),
  'assets.update': on('asset', 'path'),
  'assets.delete': on('asset', 'path', { templates: 'edit', isOptional: true }),
  'assets.bulkDelete': on('asset', 'body', { templates: 'edit', isOptional: true }),
  'assets.createLink': on('asset', 'path'),
  // Exports
  'exports.listFormats': on('export_target', 'none'),
  'exports.create': on('template', 'body', { templates: 'view', isOptional: true }),
  'exports.list': on('export', 'none', { templates: 'visible' }),
  'exports.get': on('export', 'path', { templates: 'visible' }),
  'exports.download': on('export', 'path', { templates: 'visible' }),
  'exports.cancel': on('export', 'path', { templates: 'visible' }),
  'exports.listTargets': on('export_target', 'none'),
  'exports.getTarget': on('export_target', 'path'),
  'exports.getTargetFields': on('export_target', 'path'),
  'exports.createTarget': on('export_target', 'none'),
  'exports.updateTarget': on('export_target', 'path'),
  'exports.deleteTarget': on('export_target', 'path'),
  'exports.setTargetFields': on('export_target', 'path'),
  // Connections and pushes
  'connections.listProviders': on('catalog', 'none'),
  'connections.list': on('connection', 'none'),
  'connections.get': on('connection', 'path'),
  'connections.create': on('connection', 'none'),
  'connections.update': on('connection', 'path'),
  'connections.delete': on('connection', 'path'),
  'connections.test': on('connection', 'path'),
  'connections.push': on('template', 'body', { templates: 'view' }),
  'connections.listPushes': on('push', 'path', { templates: 'visible' }),
  'connections.getPush': on('push', 'path', { templates: 'visible' }),
  'connections.listTemplates': on('push', 'path', { templates: 'visible' }),
  // Webhooks
  'webhooks.listEventTypes': on('catalog', 'none'),
  'webhooks.list': on('webhook', 'none'),
  'webhooks.get': on('webhook', 'path'),
  'webhooks.register': on('webhook', 'none'),
  'webhooks.update': on('webhook', 'path'),
  'webhooks.delete': on('webhook', 'path'),
  'webhooks.deleteSelected': on('webhook', 'query'),
  'webhooks.rotateSecret': on('webhook', 'path'),
  'webhooks.rotateSelected': on('webhook', 'query'),
  'webhooks.sendTest': on('webhook', 'path'),
  'webhooks.listDeliveries': on('delivery', 'path', { templates: 'visible' }),
  'webhooks.getDelivery': on('delivery', 'path', { templates: 'visible' }),
  'webhooks.retryDelivery': on('delivery', 'path', { templates: 'visible' }),
  'webhooks.recover': on('webhook', 'path'),
  // Jobs
  'jobs.get': on('job', 'path'),
  'jobs.watch': on('job', 'path'),
  'jobs.cancel': on('job', 'path'),
  // Projects and keys
  'projects.list': on('project', 'none'),
  'projects.create': on('project', 'none'),
  'projects.me': on('project', 'key'),
  'projects.get': on('project', 'path'),
  'projects.update': on('project', 'path'),
  'projects.delete': on('project', 'path'),
  'projects.getCredentials': on('project', 'path'),
  'projects.rotateCredentials': on('project', 'key'),
  'apiKeys.list': on('api_key', 'none'),
  'apiKeys.get': on('api_key', 'path'),
  'apiKeys.create': on('api_key', 'none'),
  'apiKeys.rotate': on('api_key', 'path'),
  'apiKeys.revoke': on('api_key', 'path'),
  // Verification
  'account.getCredits': on('credits', 'key'),
  'account.getUsage': on('credits', 'key'),
  'verification.verifyEmail': on('verification', 'none'),
  'verification.checkBlacklist': on('verification', 'none'),
  'verification.checkInfrastructure': on('verification', 'none'),
  'verification.analyzeSpamTrap': on('verification', 'none'),
  'verification.createBatch': on('verification', 'none'),
  'verification.uploadBatch': on('verification', 'none'),
  'verification.listJobs': on('verification', 'none'),
  'verification.getBatch': on('verification', 'path'),
  'verification.downloadBatch': on('verification', 'path'),
  'verification.cancelBatch': on('verification', 'path'),
  'intelligence.findEmail': on('verification', 'none'),
  'intelligence.getOrgIntel': on('verification', 'none'),
  'intelligence.getDomainIntel': on('verification', 'none'),
  // Sending domains
  'dmarc.listDomains': on('dmarc_domain', 'none'),
  'dmarc.addDomain': on('dmarc_domain', 'none'),
  'dmarc.getDomain': on('dmarc_domain', 'path'),
  'dmarc.updateDomain': on('dmarc_domain', 'path'),
  'dmarc.removeDomain': on('dmarc_domain', 'path'),
  'dmarc.verifyDomain': on('dmarc_domain', 'path'),
  'dmarc.analyzeDomain': on('dmarc_domain', 'none'),
  'dmarc.generateRecord': on('dmarc_domain', 'none'),
  'dmarc.checkDns': on('dmarc_domain', 'body'),
  'dmarc.getDnsHistory': on('dmarc_domain', 'path'),
  // The editor of the plugin
  'plugin.init': on('session', 'none'),
  'plugin.refresh': on('session', 'session'),
  'plugin.getDocument': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.getRevision': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.applyOperations': on('session', 'session', { templates: 'edit_text' }),
  'plugin.save': on('session', 'session', { templates: 'edit_text' }),
  'plugin.getLock': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.acquireLock': on('session', 'session', {
    templates: 'edit_text',
    isOptional: true,
  }),
  'plugin.releaseLock': on('session', 'session', {
    templates: 'edit_text',
    isOptional: true,
  }),
  'plugin.listVersions': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.getVersionHtml': on('session', 'session', { templates: 'view' }),
  'plugin.nameVersion': on('session', 'session', { templates: 'edit' }),
  'plugin.restoreVersion': on('session', 'session', { templates: 'edit_text' }),
  'plugin.getPublication': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.publish': on('session', 'session', { templates: 'publish' }),
  'plugin.unpublish': on('session', 'session', { templates: 'publish' }),
  'plugin.rollback': on('session', 'session', { templates: 'publish' }),
  'plugin.listReleases': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.getReleaseHtml': on('session', 'session', { templates: 'view' }),
  'plugin.cancelRelease': on('session', 'session', { templates: 'publish' }),
  'plugin.listModules': on('module', 'none'),
  'plugin.saveModule': on('module', 'none', { templates: 'edit', isOptional: true }),
  'plugin.listAssets': on('asset', 'none'),
  'plugin.uploadAsset': on('asset', 'none'),
  'plugin.createAssetLink': on('asset', 'path'),
  'plugin.compile': on('input', 'none'),
  'plugin.preview': on('input', 'none'),
  'plugin.importHtml': on('input', 'none'),
  'plugin.cleanCss': on('input', 'none'),
  'plugin.export': on('session', 'session', { templates: 'view', isOptional: true }),
  // Files by URL
  'delivery.asset': on('asset', 'link'),
  'delivery.exportFile': on('export', 'link'),
  'delivery.preview': on('input', 'link'),
  'delivery.starterImage': on('catalog', 'none'),
  'delivery.countdown': on('input', 'none'),
} as const satisfies Record<string, OperationAccess>

/** The id of a declared operation. */
export type OperationId = keyof typeof operationAccess

/** Undefined for an operation that is not declared. */
export function accessOf(operationId: string): OperationAccess | undefined {
  return Object.hasOwn(operationAccess, operationId) ? operationAccess[operationId as OperationId] : undefined
}
