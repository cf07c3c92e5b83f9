import type { Role } from '../../../src/platform/identity/index.ts'

interface Group {
  roles: readonly Role[]
  /** Operation ids, by the part before the dot. */
  operations: Readonly<Record<string, string>>
}

const managers: readonly Role[] = ['owner', 'admin']
const editors: readonly Role[] = [...managers, 'editor']
const writers: readonly Role[] = [...editors, 'writer']
const reviewers: readonly Role[] = [...writers, 'reviewer']
const everyone: readonly Role[] = [...reviewers, 'viewer']

/** The roles that may call each operation with a session, written down by hand from docs/accounts.md. */
export const allowedOperations: readonly Group[] = [
  // It describes an API key.
  { roles: [], operations: { projects: 'me' } },
  {
    // Of a template without grants, which an editor publishes but does not manage.
    roles: managers,
    operations: { permissions: 'revoke' },
  },
  {
    roles: managers,
    operations: {
      apiKeys: 'list create get revoke rotate',
      connections: 'create update delete',
      permissions: 'listOfFolder replaceOfFolder',
      projects: 'list create delete get update getCredentials rotateCredentials',
      webhooks:
        'list register deleteSelected rotateSelected listEventTypes get update delete rotateSecret sendTest listDeliveries getDelivery retryDelivery recover createPortalLink listPortalLinks revokePortalLink',
    },
  },
  {
    roles: editors,
    operations: {
      account: 'getCredits getUsage',
      amp: 'preflight listPreflights getPreflight listProviders listSenders registerSender getSender updateSender removeSender checkSelectors recordEvent',
      assets: 'upload importUrl createUpload completeUpload bulkDelete update delete replace restoreVersion',
      connections: 'listProviders list get test push listPushes getPush listTemplates',
      dmarc:
        'listDomains addDomain getDomain updateDomain removeDomain verifyDomain analyzeDomain generateRecord checkDns getDnsHistory ingestReport listQuarantined getReports getReport deleteReport downloadReport getAnalytics getTimeline getSources getSourceDetail classifySource replayPolicy listAlerts createAlert testAlert deleteAlert listIncidents updateIncident listMailboxes createMailbox getMailbox updateMailbox deleteMailbox testMailbox pollMailbox listGroups createGroup getGroup updateGroup deleteGroup listGroupLinks createGroupLink revokeGroupLink',
      exports:
        'listTargets createTarget getTarget updateTarget deleteTarget getTargetFields setTargetFields listFormats create list get cancel download',
      folders: 'create update delete move',
      recipients: 'create update delete',
      intelligence: 'findEmail getOrgIntel getDomainIntel',
      modules: 'create update delete duplicate sync detach',
      permissions: 'replace grant',
      releases: 'publish unpublish rollback cancel',
      templates: 'create import delete restore duplicate bulkDelete bulkMove',
      verification:
        'verifyEmail analyzeSpamTrap checkBlacklist createBatch uploadBatch listJobs getBatch cancelBatch downloadBatch checkInfrastructure listEntries addEntry addEntries getEntry updateEntry removeEntry getFeedbackSummary recordFeedback recordFeedbackMany',
      versions: 'create update delete duplicate',
    },
  },
  {
    roles: writers,
    operations: {
      locks: 'acquire release',
      reviews: 'request cancel listLinks createLink revokeLink',
      templates: 'update applyOperations',
      versions: 'restore',
    },
  },
  {
    roles: reviewers,
    operations: {
      comments: 'create update',
      reviews: 'approve reject revoke',
      templates: 'addFavorite removeFavorite',
    },
  },
  {
    roles: everyone,
    operations: {
      assets: 'list getUsage get listUses listVersions createLink',
      comments: 'list get',
      folders: 'list get listTemplates',
      recipients: 'list get',
      jobs: 'get watch cancel',
      locks: 'get',
      modules: 'list get listVersions getUsage',
      permissions: 'list',
      releases: 'list compare get',
      reviews: 'list get',
      templates:
        'listPublic listMine search getFilterCounts listFavorites get getStructured getBlocks getHtml getMjml generate lint getThumbnail getVersionThumbnail',
      versions: 'list compare get getHtml',
    },
  },
]

/** Roles by operation id; empty for an operation that is not listed. */
export function rolesAllowed(operationId: string): readonly Role[] {
  const [resource = '', name = ''] = operationId.split('.')
  return allowedOperations.find(({ operations }) => operations[resource]?.split(' ').includes(name))?.roles ?? []
}
