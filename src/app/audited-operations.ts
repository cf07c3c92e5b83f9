import type { OperationInput } from '../platform/http/index.ts'

/** The subject of an audit entry, in addition to actor, time and IP address. */
export interface NotedSubject {
  target?: string | null | undefined
  /** Personal data in plain text, recorded as pseudonyms. */
  subjects?: readonly string[] | undefined
  detail?: Record<string, unknown> | undefined
}

/**
 * Audit rule for successful requests. `records`: the handler writes one of these actions in its transaction. `notes`:
 * recorded in the background after the response. `restricted`: the same, only for restricted templates. `exempt`: not
 * recorded, for this reason.
 */
export type AuditRule =
  | { records: readonly string[] }
  | { notes: string; of?: (input: OperationInput) => NotedSubject; isAnonymous?: true }
  | { restricted: string; of?: (input: OperationInput) => NotedSubject }
  | { exempt: string }

const records = (...actions: string[]): AuditRule => ({ records: actions })
const exempt = (reason: string): AuditRule => ({ exempt: reason })

const idOf = ({ params }: OperationInput): NotedSubject => ({ target: params['id'] ?? null })
const bodyOf = ({ body }: OperationInput) => (body ?? {}) as Record<string, string | undefined>
const restricted = (action = 'template.read'): AuditRule => ({ restricted: action, of: idOf })

const listing = exempt('Lists names and figures of what the caller may see.')
const computing = exempt('Computes something of the request body; nothing is stored or disclosed.')
const session = exempt('Belongs to an editor session, whose opening is noted.')
const publicData = exempt('Asks public DNS and registries about a domain.')
const publicFile = exempt('Public by its URL.')

/** Audit rules by operation id. Refused requests are recorded for all operations. */
export const auditedOperations: Readonly<Record<string, AuditRule>> = {
  'account.getCredits': listing,
  'account.getUsage': listing,

  'amp.checkSelectors': publicData,
  'amp.getPreflight': listing,
  'amp.getSender': listing,
  'amp.listPreflights': listing,
  'amp.listProviders': exempt('Part of the service.'),
  'amp.listSenders': listing,
  'amp.preflight': records('amp.preflight_run'),
  'amp.recordEvent': records('amp.event_recorded'),
  'amp.registerSender': records('amp.sender_registered'),
  'amp.removeSender': records('amp.sender_removed'),
  'amp.updateSender': records('amp.sender_updated'),

  'apiKeys.create': records('api_key.created'),
  'apiKeys.get': exempt('Shows the name and prefix of a key.'),
  'apiKeys.list': exempt('Shows names and prefixes of keys.'),
  'apiKeys.revoke': records('api_key.revoked'),
  'apiKeys.rotate': records('api_key.rotated'),

  'assets.bulkDelete': records('asset.deleted'),
  'assets.completeUpload': records('asset.created'),
  'assets.createLink': { notes: 'asset.link_created', of: idOf },
  'assets.createUpload': { notes: 'asset.upload_created' },
  'assets.delete': records('asset.deleted'),
  'assets.get': listing,
  'assets.getUsage': listing,
  'assets.importUrl': records('asset.created'),
  'assets.list': listing,
  'assets.listUses': listing,
  'assets.update': records('asset.updated'),
  'assets.upload': records('asset.created'),

  'comments.create': records('template.commented'),
  'comments.get': restricted(),
  'comments.list': restricted(),
  'comments.update': records('template.comment_resolved', 'template.comment_reopened'),

  'connections.create': records('connection.created'),
  'connections.delete': records('connection.deleted'),
  'connections.get': exempt('Shows no credentials.'),
  'connections.getPush': listing,
  'connections.list': exempt('Shows no credentials.'),
  'connections.listProviders': exempt('Part of the service.'),
  'connections.listPushes': listing,
  'connections.listTemplates': listing,
  'connections.push': {
    notes: 'connection.push_ordered',
    of: (input) => ({ target: input.params['id'] ?? null, detail: { template_id: bodyOf(input)['template_id'] } }),
  },
  'connections.test': { notes: 'connection.tested', of: idOf },
  'connections.update': records('connection.updated'),

  'delivery.asset': publicFile,
  'delivery.countdown': publicFile,
  'delivery.exportFile': { notes: 'export.link_used', of: idOf, isAnonymous: true },
  'delivery.preview': { notes: 'preview.link_used', of: idOf, isAnonymous: true },
  'delivery.starterImage': publicFile,
  'delivery.socialIcon': publicFile,
  'delivery.thumbnail': exempt('A small image, by a link that only readers of the template get.'),

  'dmarc.addDomain': records('dmarc.domain_added'),
  'dmarc.createAlert': records('dmarc.alert_created'),
  'dmarc.deleteAlert': records('dmarc.alert_deleted'),
  'dmarc.listAlerts': listing,
  'dmarc.listIncidents': listing,
  'dmarc.testAlert': records('dmarc.alert_tested'),
  'dmarc.updateIncident': records('dmarc.incident_updated'),
  'dmarc.analyzeDomain': publicData,
  'dmarc.deleteReport': records('dmarc.report_deleted'),
  'dmarc.createMailbox': records('dmarc.mailbox_created'),
  'dmarc.deleteMailbox': records('dmarc.mailbox_deleted'),
  'dmarc.createGroup': records('dmarc.group_created'),
  'dmarc.createGroupLink': records('dmarc.group_link_created'),
  'dmarc.deleteGroup': records('dmarc.group_deleted'),
  'dmarc.getGroup': listing,
  'dmarc.listGroupLinks': listing,
  'dmarc.listGroups': listing,
  'dmarc.revokeGroupLink': records('dmarc.group_link_revoked'),
  'dmarc.updateGroup': records('dmarc.group_updated'),
  'dmarc.getMailbox': exempt('Shows no credentials.'),
  'dmarc.listMailboxes': exempt('Shows no credentials.'),
  'dmarc.pollMailbox': { notes: 'dmarc.mailbox_polled', of: idOf },
  'dmarc.testMailbox': { notes: 'dmarc.mailbox_tested', of: idOf },
  'dmarc.updateMailbox': records('dmarc.mailbox_updated'),
  'dmarc.downloadReport': { notes: 'dmarc.report_downloaded', of: idOf },
  'dmarc.classifySource': records('dmarc.source_classified'),
  'dmarc.checkDns': exempt('Asks public DNS; records a plan that was published.'),
  'dmarc.generateRecord': records('dmarc.record_planned'),
  'dmarc.getAnalytics': listing,
  'dmarc.getSourceDetail': exempt('Shows figures of a mail server.'),
  'dmarc.getSources': listing,
  'dmarc.getTimeline': listing,
  'dmarc.getDnsHistory': listing,
  'dmarc.getDomain': listing,
  'dmarc.getReport': exempt('Shows figures and IP addresses of mail servers.'),
  'dmarc.getReports': listing,
  'dmarc.ingestReport': { notes: 'dmarc.reports_uploaded' },
  'dmarc.listDomains': listing,
  'dmarc.listQuarantined': listing,
  'dmarc.receiveTlsReport': exempt('A report of another mail server; the report itself is the record of it.'),
  'dmarc.replayPolicy': exempt('Shows figures of a domain.'),
  'dmarc.removeDomain': records('dmarc.domain_removed'),
  'dmarc.updateDomain': records('dmarc.domain_updated'),
  'dmarc.verifyDomain': publicData,

  'exports.cancel': records('export.deleted', 'export.cancelled'),
  'exports.create': records('export.created'),
  'exports.createTarget': records('export_target.created'),
  'exports.deleteTarget': records('export_target.deleted'),
  'exports.download': { notes: 'export.downloaded', of: idOf },
  'exports.get': { notes: 'export.link_signed', of: idOf },
  'exports.getTarget': listing,
  'exports.getTargetFields': listing,
  'exports.list': { notes: 'export.link_signed', of: () => ({ detail: { listed: true } }) },
  'exports.listFormats': listing,
  'exports.listTargets': listing,
  'exports.setTargetFields': records('export_target.fields_changed'),
  'exports.updateTarget': records('export_target.updated'),

  'recipients.create': records('recipient.created'),
  'recipients.delete': records('recipient.deleted'),
  'recipients.get': listing,
  'recipients.list': listing,
  'recipients.update': records('recipient.updated'),

  'folders.create': records('folder.created'),
  'folders.delete': records('folder.deleted'),
  'folders.get': listing,
  'folders.list': listing,
  'folders.listTemplates': listing,
  'folders.move': records('folder.moved'),
  'folders.update': records('folder.updated'),

  'intelligence.findEmail': {
    notes: 'verification.email_searched',
    of: (input) => {
      const { domain, first_name: first, last_name: last } = bodyOf(input)
      return { subjects: [`${first} ${last} ${domain}`.toLowerCase()], detail: { domain } }
    },
  },
  'intelligence.getDomainIntel': publicData,
  'intelligence.getOrgIntel': publicData,

  'jobs.cancel': records('job.cancelled'),
  'jobs.get': listing,
  'jobs.watch': listing,

  'locks.acquire': records('template.locked'),
  'locks.get': listing,
  'locks.release': records('template.unlocked'),

  'modules.create': records('module.created'),
  'modules.delete': records('module.deleted'),
  'modules.detach': records('module.detached'),
  'modules.duplicate': records('module.created'),
  'modules.get': listing,
  'modules.getUsage': listing,
  'modules.list': listing,
  'modules.listVersions': listing,
  'modules.sync': records('module.synced'),
  'modules.update': records('module.updated'),

  'permissions.grant': records('permission.granted'),
  'permissions.list': listing,
  'permissions.listOfFolder': listing,
  'permissions.replace': records('permission.replaced'),
  'permissions.replaceOfFolder': records('permission.replaced'),
  'permissions.revoke': records('permission.revoked'),

  'plugin.acquireLock': records('template.locked'),
  'plugin.applyOperations': records('template.updated', 'template.created'),
  'plugin.cancelRelease': records('template.publishing_cancelled'),
  'plugin.cleanCss': computing,
  'plugin.compile': computing,
  'plugin.createAssetLink': { notes: 'asset.link_created', of: idOf },
  'plugin.export': records('export.created'),
  'plugin.getDocument': session,
  'plugin.getLock': session,
  'plugin.getPublication': session,
  'plugin.getReleaseHtml': session,
  'plugin.getRevision': session,
  'plugin.getVersionHtml': session,
  'plugin.importHtml': computing,
  'plugin.init': {
    notes: 'plugin.session_opened',
    of: (input) => {
      const { emailId, email_id: email } = bodyOf(input)
      return { target: emailId ?? email ?? null }
    },
  },
  'plugin.listAssets': session,
  'plugin.listModules': session,
  'plugin.listReleases': session,
  'plugin.getStarter': restricted(),
  'plugin.listStarters': session,
  'plugin.listVersions': session,
  'plugin.nameVersion': records('version.created', 'version.updated'),
  'plugin.preview': { notes: 'preview.link_signed' },
  'plugin.approveReview': records('template.review_approved'),
  'plugin.cancelReview': records('template.review_cancelled'),
  'plugin.rejectReview': records('template.review_rejected'),
  'plugin.requestReview': records('template.review_requested'),
  'plugin.publish': records('template.published', 'template.publishing_scheduled'),
  'plugin.refresh': { notes: 'plugin.session_refreshed' },
  'plugin.releaseLock': records('template.unlocked'),
  'plugin.restoreVersion': records('template.updated'),
  'plugin.rollback': records('template.published'),
  'plugin.save': records('template.updated', 'template.created'),
  'plugin.saveModule': records('module.created'),
  'plugin.unpublish': records('template.unpublished'),
  'plugin.uploadAsset': records('asset.created'),

  'projects.create': records('project.created'),
  'projects.delete': records('project.deleted'),
  'projects.get': listing,
  'projects.getCredentials': { notes: 'project.credentials_read', of: idOf },
  'projects.list': listing,
  'projects.me': listing,
  'projects.rotateCredentials': records('project.credentials_rotated'),
  'projects.update': records(
    'project.renamed',
    'project.origins_set',
    'project.end_users_set',
    'project.publishing_set',
    'project.approval_set',
    'project.limits_set',
  ),

  'releases.cancel': records('template.publishing_cancelled'),
  'releases.compare': restricted(),
  'releases.get': restricted(),
  'releases.list': listing,
  'releases.publish': records('template.published', 'template.publishing_scheduled'),
  'releases.rollback': records('template.published'),
  'releases.unpublish': records('template.unpublished'),

  'reviews.approve': records('template.review_approved'),
  'reviews.cancel': records('template.review_cancelled'),
  'reviews.createLink': records('template.review_link_created'),
  'reviews.get': restricted(),
  'reviews.list': listing,
  'reviews.listLinks': listing,
  'reviews.reject': records('template.review_rejected'),
  'reviews.request': records('template.review_requested'),
  'reviews.revoke': records('template.review_revoked'),
  'reviews.revokeLink': records('template.review_link_revoked'),

  'templates.addFavorite': exempt('A mark of the caller on a template; changes nothing of it.'),
  'templates.applyOperations': records('template.updated'),
  'templates.bulkDelete': records('template.deleted'),
  'templates.bulkMove': records('template.updated'),
  'templates.create': records('template.created'),
  'templates.delete': records('template.deleted'),
  'templates.duplicate': records('template.created'),
  'templates.generate': {
    restricted: 'template.rendered',
    of: (input) => ({ target: bodyOf(input)['template_id'] ?? null }),
  },
  'templates.get': restricted(),
  'templates.getBlocks': restricted(),
  'templates.getFilterCounts': listing,
  'templates.getHtml': restricted(),
  'templates.getMjml': restricted(),
  'templates.getStructured': restricted(),
  'templates.getThumbnail': restricted(),
  'templates.getVersionThumbnail': restricted(),
  'templates.import': records('template.created'),
  'templates.lint': restricted(),
  'templates.listFavorites': listing,
  'templates.listMine': listing,
  'templates.listPublic': listing,
  'templates.removeFavorite': exempt('A mark of the caller on a template; changes nothing of it.'),
  'templates.restore': records('template.restored'),
  'templates.search': listing,
  'templates.update': records('template.updated'),

  'verification.addEntries': records('verification.list_entries_added'),
  'verification.addEntry': records('verification.list_entry_added'),
  'verification.analyzeSpamTrap': {
    notes: 'verification.spam_trap_analyzed',
    of: (input) => ({ subjects: [bodyOf(input)['email'] ?? ''] }),
  },
  'verification.cancelBatch': records('verification.batch_cancelled'),
  'verification.checkBlacklist': publicData,
  'verification.checkInfrastructure': publicData,
  'verification.createBatch': records('verification.batch_created'),
  'verification.downloadBatch': { notes: 'verification.batch_downloaded', of: idOf },
  'verification.getBatch': exempt('Shows figures, no addresses.'),
  'verification.getEntry': exempt('Shows no addresses.'),
  'verification.getFeedbackSummary': exempt('Shows figures, no addresses.'),
  'verification.listEntries': exempt('Shows no addresses.'),
  'verification.listJobs': exempt('Shows figures, no addresses.'),
  'verification.recordFeedback': records('verification.feedback_recorded'),
  'verification.recordFeedbackMany': records('verification.feedback_recorded'),
  'verification.removeEntry': records('verification.list_entry_removed'),
  'verification.updateEntry': records('verification.list_entry_updated'),
  'verification.uploadBatch': records('verification.batch_created'),
  'verification.verifyEmail': {
    notes: 'verification.email_checked',
    of: (input) => ({ subjects: [bodyOf(input)['email'] ?? ''] }),
  },

  'versions.compare': restricted(),
  'versions.create': records('version.created'),
  'versions.delete': records('version.deleted'),
  'versions.duplicate': records('template.created'),
  'versions.get': restricted(),
  'versions.getHtml': restricted(),
  'versions.list': listing,
  'versions.restore': records('template.updated'),
  'versions.update': records('version.updated'),

  'webhooks.createPortalLink': records('webhook.portal_link_created'),
  'webhooks.delete': records('webhook.deleted'),
  'webhooks.get': exempt('Shows no secrets.'),
  'webhooks.getDelivery': listing,
  'webhooks.list': exempt('Shows no secrets.'),
  'webhooks.listDeliveries': listing,
  'webhooks.listPortalLinks': exempt('Shows no secrets.'),
  'webhooks.revokePortalLink': records('webhook.portal_link_revoked'),
  'webhooks.listEventTypes': exempt('Part of the service.'),
  'webhooks.recover': records('webhook.recovered'),
  'webhooks.register': records('webhook.created'),
  'webhooks.retryDelivery': records('webhook.delivery_retried'),
  'webhooks.rotateSecret': records('webhook.rotated'),
  'webhooks.rotateSelected': records('webhook.rotated'),
  'webhooks.deleteSelected': records('webhook.deleted'),
  'webhooks.sendTest': records('webhook.tested'),
  'webhooks.update': records('webhook.updated'),
}
