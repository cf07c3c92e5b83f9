import type { Resource } from './resources.ts'

/** The level that a template must grant; `visible`: lists and counts include only templates that the caller may view. */
export type TemplateCheck = 'view' | 'comment' | 'edit_text' | 'edit' | 'manage' | 'visible'

/** Where an operation takes the id of its resource from; `none` when it creates, lists or has no single resource. */
export type IdSource = 'path' | 'query' | 'body' | 'session' | 'link' | 'key' | 'none'

/** Who may call one operation on what, and what the audit log calls it. */
export interface OperationAccess {
  resource: Resource
  id: IdSource
  /** What templates must grant; undefined when the operation reaches no template. */
  templates?: TemplateCheck
  /** The template is optional in the request: without one there is nothing to check. */
  isOptional?: true
  /** Action of the audit log, for everything that changes or discloses something; null for what leaves no row. */
  audit: string | null
}

function on(
  resource: Resource,
  id: IdSource,
  { templates, isOptional, audit = null }: Partial<OperationAccess> = {},
): OperationAccess {
  return {
    resource,
    id,
    ...(templates === undefined ? {} : { templates }),
    ...(isOptional === undefined ? {} : { isOptional }),
    audit,
  }
}

/**
 * The access of every operation with an operationId. An application with an operation that is not listed here does not
 * start; test/house/access.test.ts refuses lines without an operation. docs/access.md is generated from it.
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
  'templates.create': on('folder', 'body', { templates: 'edit', audit: 'template.created' }),
  'templates.import': on('folder', 'body', { templates: 'edit', isOptional: true, audit: 'template.created' }),
  'templates.update': on('template', 'path', { templates: 'edit_text', audit: 'template.updated' }),
  'templates.applyOperations': on('template', 'path', { templates: 'edit_text', audit: 'template.updated' }),
  'templates.delete': on('template', 'path', { templates: 'edit', audit: 'template.deleted' }),
  'templates.restore': on('template', 'path', { templates: 'edit', audit: 'template.restored' }),
  'templates.duplicate': on('template', 'path', { templates: 'view', audit: 'template.created' }),
  'templates.bulkDelete': on('template', 'body', { templates: 'edit', audit: 'template.deleted' }),
  'templates.bulkMove': on('template', 'body', { templates: 'edit', audit: 'template.updated' }),
  'templates.addFavorite': on('template', 'path', { templates: 'view' }),
  'templates.removeFavorite': on('template', 'path', { templates: 'view' }),
  // Versions, locks, permissions
  'versions.list': on('version', 'path', { templates: 'view' }),
  'versions.get': on('version', 'path', { templates: 'view' }),
  'versions.getHtml': on('version', 'path', { templates: 'view' }),
  'versions.compare': on('version', 'path', { templates: 'view' }),
  'versions.create': on('version', 'path', { templates: 'edit', audit: 'version.created' }),
  'versions.update': on('version', 'path', { templates: 'edit', audit: 'version.updated' }),
  'versions.delete': on('version', 'path', { templates: 'edit', audit: 'version.deleted' }),
  'versions.restore': on('version', 'path', { templates: 'edit_text', audit: 'template.updated' }),
  'versions.duplicate': on('version', 'path', { templates: 'view', audit: 'template.created' }),
  'locks.get': on('lock', 'path', { templates: 'view' }),
  'locks.acquire': on('lock', 'path', { templates: 'edit_text', audit: 'template.locked' }),
  'locks.release': on('lock', 'path', { templates: 'edit_text', audit: 'template.unlocked' }),
  'permissions.list': on('permission', 'path', { templates: 'view' }),
  'permissions.replace': on('permission', 'path', { templates: 'manage', audit: 'permission.replaced' }),
  'permissions.grant': on('permission', 'path', { templates: 'manage', audit: 'permission.granted' }),
  'permissions.revoke': on('permission', 'path', { templates: 'manage', audit: 'permission.revoked' }),
  'permissions.listOfFolder': on('permission', 'path'),
  'permissions.replaceOfFolder': on('permission', 'path', { audit: 'permission.replaced' }),
  // Folders
  'folders.list': on('folder', 'none', { templates: 'visible' }),
  'folders.get': on('folder', 'path', { templates: 'visible' }),
  'folders.create': on('folder', 'body', { templates: 'edit', audit: 'folder.created' }),
  'folders.update': on('folder', 'path', { templates: 'edit', audit: 'folder.updated' }),
  'folders.delete': on('folder', 'path', { templates: 'edit', audit: 'folder.deleted' }),
  'folders.move': on('folder', 'path', { templates: 'edit', audit: 'folder.moved' }),
  // Modules
  'modules.list': on('module', 'none'),
  'modules.get': on('module', 'path'),
  'modules.listVersions': on('module', 'path'),
  'modules.getUsage': on('module', 'path', { templates: 'visible' }),
  'modules.create': on('module', 'body', { templates: 'view', isOptional: true, audit: 'module.created' }),
  'modules.duplicate': on('module', 'path', { audit: 'module.created' }),
  'modules.update': on('module', 'path', { templates: 'edit', isOptional: true, audit: 'module.updated' }),
  'modules.sync': on('module', 'path', { templates: 'edit', isOptional: true, audit: 'module.synced' }),
  'modules.detach': on('module', 'path', { templates: 'edit', isOptional: true, audit: 'module.detached' }),
  'modules.delete': on('module', 'path', { templates: 'edit', isOptional: true, audit: 'module.deleted' }),
  // Assets
  'assets.list': on('asset', 'none'),
  'assets.get': on('asset', 'path'),
  'assets.getUsage': on('asset', 'none'),
  'assets.listUses': on('asset', 'path', { templates: 'visible' }),
  'assets.upload': on('asset', 'none', { audit: 'asset.created' }),
  'assets.importUrl': on('asset', 'none', { audit: 'asset.created' }),
  'assets.createUpload': on('asset', 'none', { audit: 'asset.upload_created' }),
  'assets.completeUpload': on('asset', 'path', { audit: 'asset.created' }),
  'assets.update': on('asset', 'path', { audit: 'asset.updated' }),
  'assets.delete': on('asset', 'path', { templates: 'edit', isOptional: true, audit: 'asset.deleted' }),
  'assets.bulkDelete': on('asset', 'body', { templates: 'edit', isOptional: true, audit: 'asset.deleted' }),
  'assets.createLink': on('asset', 'path', { audit: 'asset.link_created' }),
  // Exports
  'exports.listFormats': on('export_target', 'none'),
  'exports.create': on('template', 'body', { templates: 'view', isOptional: true, audit: 'export.created' }),
  'exports.list': on('export', 'none', { templates: 'visible' }),
  'exports.get': on('export', 'path', { templates: 'visible' }),
  'exports.download': on('export', 'path', { templates: 'visible', audit: 'export.downloaded' }),
  'exports.cancel': on('export', 'path', { templates: 'visible', audit: 'export.deleted' }),
  'exports.listTargets': on('export_target', 'none'),
  'exports.getTarget': on('export_target', 'path'),
  'exports.getTargetFields': on('export_target', 'path'),
  'exports.createTarget': on('export_target', 'none', { audit: 'export_target.created' }),
  'exports.updateTarget': on('export_target', 'path', { audit: 'export_target.updated' }),
  'exports.deleteTarget': on('export_target', 'path', { audit: 'export_target.deleted' }),
  'exports.setTargetFields': on('export_target', 'path', { audit: 'export_target.fields_changed' }),
  // Connections and pushes
  'connections.listProviders': on('catalog', 'none'),
  'connections.list': on('connection', 'none'),
  'connections.get': on('connection', 'path'),
  'connections.create': on('connection', 'none', { audit: 'connection.created' }),
  'connections.update': on('connection', 'path', { audit: 'connection.updated' }),
  'connections.delete': on('connection', 'path', { audit: 'connection.deleted' }),
  'connections.test': on('connection', 'path', { audit: 'connection.tested' }),
  'connections.push': on('template', 'body', { templates: 'view', audit: 'template.pushed' }),
  'connections.listPushes': on('push', 'path', { templates: 'visible' }),
  'connections.getPush': on('push', 'path', { templates: 'visible' }),
  'connections.listTemplates': on('push', 'path', { templates: 'visible' }),
  // Webhooks
  'webhooks.listEventTypes': on('catalog', 'none'),
  'webhooks.list': on('webhook', 'none'),
  'webhooks.get': on('webhook', 'path'),
  'webhooks.register': on('webhook', 'none', { audit: 'webhook.created' }),
  'webhooks.update': on('webhook', 'path', { audit: 'webhook.updated' }),
  'webhooks.delete': on('webhook', 'path', { audit: 'webhook.deleted' }),
  'webhooks.rotateSecret': on('webhook', 'path', { audit: 'webhook.rotated' }),
  'webhooks.sendTest': on('webhook', 'path', { audit: 'webhook.tested' }),
  'webhooks.listDeliveries': on('delivery', 'path', { templates: 'visible' }),
  'webhooks.getDelivery': on('delivery', 'path', { templates: 'visible' }),
  'webhooks.retryDelivery': on('delivery', 'path', { templates: 'visible', audit: 'webhook.delivery_retried' }),
  'webhooks.recover': on('webhook', 'path', { audit: 'webhook.recovered' }),
  // Jobs
  'jobs.get': on('job', 'path'),
  'jobs.watch': on('job', 'path'),
  'jobs.cancel': on('job', 'path', { audit: 'job.cancelled' }),
  // Projects and keys
  'projects.get': on('project', 'key'),
  'projects.update': on('project', 'key', { audit: 'project.updated' }),
  'projects.getCredentials': on('project', 'key', { audit: 'project.credentials_read' }),
  'projects.rotateCredentials': on('project', 'key', { audit: 'project.credentials_rotated' }),
  'apiKeys.list': on('api_key', 'none'),
  'apiKeys.create': on('api_key', 'none', { audit: 'api_key.created' }),
  'apiKeys.rotate': on('api_key', 'path', { audit: 'api_key.rotated' }),
  'apiKeys.revoke': on('api_key', 'path', { audit: 'api_key.revoked' }),
  // Verification
  'account.getCredits': on('credits', 'key'),
  'account.getUsage': on('credits', 'key'),
  'verification.verifyEmail': on('verification', 'none', { audit: 'verification.email_checked' }),
  'verification.checkBlacklist': on('verification', 'none', { audit: 'verification.blacklist_checked' }),
  'verification.checkInfrastructure': on('verification', 'none', { audit: 'verification.infrastructure_checked' }),
  'verification.analyzeSpamTrap': on('verification', 'none', { audit: 'verification.spam_trap_analyzed' }),
  'verification.createBatch': on('verification', 'none', { audit: 'verification.batch_created' }),
  'verification.uploadBatch': on('verification', 'none', { audit: 'verification.batch_created' }),
  'verification.listJobs': on('verification', 'none'),
  'verification.getBatch': on('verification', 'path'),
  'verification.downloadBatch': on('verification', 'path', { audit: 'verification.batch_downloaded' }),
  'verification.cancelBatch': on('verification', 'path', { audit: 'verification.batch_cancelled' }),
  'intelligence.findEmail': on('verification', 'none', { audit: 'verification.email_searched' }),
  'intelligence.getOrgIntel': on('verification', 'none', { audit: 'verification.organization_read' }),
  'intelligence.getDomainIntel': on('verification', 'none', { audit: 'verification.domain_read' }),
  // The editor of the plugin
  'plugin.init': on('session', 'none', { audit: 'plugin.session_opened' }),
  'plugin.refresh': on('session', 'session'),
  'plugin.getDocument': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.getRevision': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.applyOperations': on('session', 'session', { templates: 'edit_text', audit: 'template.updated' }),
  'plugin.save': on('session', 'session', { templates: 'edit_text', audit: 'template.updated' }),
  'plugin.getLock': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.acquireLock': on('session', 'session', {
    templates: 'edit_text',
    isOptional: true,
    audit: 'template.locked',
  }),
  'plugin.releaseLock': on('session', 'session', {
    templates: 'edit_text',
    isOptional: true,
    audit: 'template.unlocked',
  }),
  'plugin.listVersions': on('session', 'session', { templates: 'view', isOptional: true }),
  'plugin.getVersionHtml': on('session', 'session', { templates: 'view' }),
  'plugin.nameVersion': on('session', 'session', { templates: 'edit', audit: 'version.updated' }),
  'plugin.restoreVersion': on('session', 'session', { templates: 'edit_text', audit: 'template.updated' }),
  'plugin.listModules': on('module', 'none'),
  'plugin.saveModule': on('module', 'none', { templates: 'edit', isOptional: true, audit: 'module.created' }),
  'plugin.listAssets': on('asset', 'none'),
  'plugin.uploadAsset': on('asset', 'none', { audit: 'asset.created' }),
  'plugin.createAssetLink': on('asset', 'path', { audit: 'asset.link_created' }),
  'plugin.compile': on('input', 'none'),
  'plugin.preview': on('input', 'none'),
  'plugin.importHtml': on('input', 'none'),
  'plugin.cleanCss': on('input', 'none'),
  'plugin.export': on('session', 'session', { templates: 'view', isOptional: true, audit: 'export.created' }),
  // Files by URL
  'delivery.asset': on('asset', 'link'),
  'delivery.exportFile': on('export', 'link', { audit: 'export.downloaded' }),
  'delivery.preview': on('input', 'link'),
  'delivery.starterImage': on('catalog', 'none'),
  'delivery.countdown': on('input', 'none'),
} as const satisfies Record<string, OperationAccess>

/** The id of an operation whose access is declared. */
export type OperationId = keyof typeof operationAccess

/** The access of an operation by its id; undefined for an id that is not declared. */
export function accessOf(operationId: string): OperationAccess | undefined {
  return Object.hasOwn(operationAccess, operationId) ? operationAccess[operationId as OperationId] : undefined
}
