import type { Kit } from '../kit.ts'
import {
  addressPatterns,
  creditHolds,
  creditLedger,
  creditPeriods,
  creditUsage,
  probeBudgets,
  probeNotes,
  verificationBatches,
  verificationFeedback,
  verificationListEntries,
  verificationRows,
  verifiedAddresses,
} from './verification.ts'
import { ampChanges, ampPreflights, ampRegistrations, ampSenders } from './amp.ts'
import {
  apiKeys,
  authenticators,
  companies,
  consoleSessions,
  invitations,
  projects,
  recoveryCodes,
  resetLinks,
  setupLinks,
  userIdentities,
  passkeys,
  requestLog,
  usedChallenges,
  users,
} from './identity.ts'
import {
  assetTotals,
  assetUploads,
  assetVersions,
  assets,
  moduleAssetUses,
  releaseAssetUses,
  templateAssetUses,
} from './assets.ts'
import { auditCheckpoints, auditLog, idempotencyKeys, rateCounters, settings } from './service.ts'
import { appTokens, connectedApps } from './connected-apps.ts'
import { connectionImages, connectionTemplates, connections, pushes } from './connections.ts'
import { dmarcClasses, dmarcDnsHistory, dmarcDomains, dmarcHosts, dmarcPlans } from './dmarc.ts'
import { dmarcAlerts, dmarcIncidents, dmarcRejections } from './dmarc-alerts.ts'
import {
  dmarcAuthSets,
  dmarcDays,
  dmarcRecords,
  dmarcReports,
  dmarcRevisions,
  dmarcRollups,
  dmarcTlsPolicies,
} from './dmarc-reports.ts'
import { dmarcGroupLinks, dmarcGroupMembers, dmarcGroups } from './dmarc-groups.ts'
import { dmarcMailboxRuns, dmarcMailboxes } from './mailboxes.ts'
import { editorSessions } from './editor.ts'
import { events, webhookDeliveries, webhookPortalLinks, webhookRecoveries, webhookSlots, webhooks } from './webhooks.ts'
import { exportFieldMaps, exportTargets, exportTemplates, exportsTable } from './exports.ts'
import {
  favorites,
  folders,
  grants,
  releaseContents,
  templateDocuments,
  templateEdits,
  templateParts,
  templateReleases,
  templateVersions,
  templates,
} from './templates.ts'
import { jobPartitions, jobSchedules, jobs } from './jobs.ts'
import {
  moduleRuns,
  moduleNestings,
  moduleVersions,
  modules,
  templateKnownModules,
  templateModuleUses,
} from './modules.ts'
import { reviewLinks, templateComments, templateReviews } from './reviews.ts'
import { sampleRecipients } from './sample-recipients.ts'
import { searchWords, templateSearch } from './search.ts'

/**
 * Every table, built for one dialect from the one description, each when it is first used: a start uses a few of
 * them. A test compares them with the result of the migrations.
 */
export function defineTables(k: Kit) {
  const company = once(() => companies(k))
  const project = once(() => projects(k, company()))
  const user = once(() => users(k, company()))
  const connectedApp = once(() => connectedApps(k, { project: project(), user: user() }))
  const folder = once(() => folders(k, project()))
  const template = once(() => templates(k, project(), folder()))
  const review = once(() => templateReviews(k, template()))
  const module = once(() => modules(k, project()))
  const webhook = once(() => webhooks(k, project()))
  const batch = once(() => verificationBatches(k, project()))
  const connection = once(() => connections(k, project()))
  const exported = once(() => exportsTable(k, project()))
  const sendingDomain = once(() => dmarcDomains(k, project()))
  const domainGroup = once(() => dmarcGroups(k, project()))
  const dmarcAlert = once(() => dmarcAlerts(k, project(), sendingDomain()))
  const dmarcReport = once(() => dmarcReports(k, project(), sendingDomain()))
  const ampSender = once(() => ampSenders(k, project()))
  const mailbox = once(() => dmarcMailboxes(k, project()))
  const asset = once(() => assets(k, project()))
  return onUse({
    companies: company,
    projects: project,
    apiKeys: () => apiKeys(k, project()),
    users: user,
    consoleSessions: () => consoleSessions(k, user()),
    invitations: () => invitations(k, company(), user()),
    resetLinks: () => resetLinks(k, user()),
    authenticators: () => authenticators(k, user()),
    userIdentities: () => userIdentities(k, user()),
    passkeys: () => passkeys(k, user()),
    requestLog: () => requestLog(k, project()),
    usedChallenges: () => usedChallenges(k),
    recoveryCodes: () => recoveryCodes(k, user()),
    setupLinks: () => setupLinks(k),
    connectedApps: connectedApp,
    appTokens: () => appTokens(k, connectedApp()),
    folders: folder,
    templates: template,
    templateDocuments: () => templateDocuments(k, template()),
    templateSearch: () => templateSearch(k, template()),
    searchWords: () => searchWords(k, project()),
    templateVersions: () => templateVersions(k, template()),
    templateParts: () => templateParts(k, template()),
    templateEdits: () => templateEdits(k, template()),
    templateReleases: () => templateReleases(k, template()),
    releaseContents: () => releaseContents(k, template()),
    templateReviews: review,
    reviewLinks: () => reviewLinks(k, project(), template()),
    sampleRecipients: () => sampleRecipients(k, project()),
    templateComments: () => templateComments(k, template(), review()),
    grants: () => grants(k, project(), { template: template(), folder: folder() }),
    modules: module,
    moduleVersions: () => moduleVersions(k, module()),
    moduleNestings: () => moduleNestings(k, module()),
    moduleRuns: () => moduleRuns(k),
    templateKnownModules: () => templateKnownModules(k, template()),
    templateModuleUses: () => templateModuleUses(k, template()),
    assets: asset,
    assetVersions: () => assetVersions(k, asset()),
    assetTotals: () => assetTotals(k, company()),
    assetUploads: () => assetUploads(k, project()),
    templateAssetUses: () => templateAssetUses(k, template()),
    releaseAssetUses: () => releaseAssetUses(k, template()),
    moduleAssetUses: () => moduleAssetUses(k, module()),
    favorites: () => favorites(k, project(), template()),
    editorSessions: () => editorSessions(k, project()),
    exports: exported,
    exportTemplates: () => exportTemplates(k, exported()),
    exportTargets: () => exportTargets(k, project()),
    exportFieldMaps: () => exportFieldMaps(k, project()),
    connections: connection,
    connectionTemplates: () => connectionTemplates(k, connection(), template()),
    connectionImages: () => connectionImages(k, connection()),
    pushes: () => pushes(k, project(), connection()),
    events: () => events(k, project()),
    webhooks: webhook,
    webhookDeliveries: () => webhookDeliveries(k),
    webhookPortalLinks: () => webhookPortalLinks(k, project()),
    webhookRecoveries: () => webhookRecoveries(k, webhook()),
    webhookSlots: () => webhookSlots(k),
    idempotencyKeys: () => idempotencyKeys(k, project()),
    rateCounters: () => rateCounters(k),
    jobs: () => jobs(k),
    jobPartitions: () => jobPartitions(k),
    jobSchedules: () => jobSchedules(k),
    creditPeriods: () => creditPeriods(k, company()),
    creditHolds: () => creditHolds(k, company(), project()),
    creditLedger: () => creditLedger(k, company(), project()),
    creditUsage: () => creditUsage(k, project()),
    verificationFeedback: () => verificationFeedback(k, project()),
    verificationListEntries: () => verificationListEntries(k, project()),
    verifiedAddresses: () => verifiedAddresses(k, project()),
    verificationBatches: batch,
    verificationRows: () => verificationRows(k, batch()),
    addressPatterns: () => addressPatterns(k, project()),
    probeNotes: () => probeNotes(k),
    probeBudgets: () => probeBudgets(k),
    dmarcDomains: sendingDomain,
    dmarcGroups: domainGroup,
    dmarcGroupMembers: () => dmarcGroupMembers(k, domainGroup(), user()),
    dmarcGroupLinks: () => dmarcGroupLinks(k, project(), domainGroup()),
    dmarcPlans: () => dmarcPlans(k, project()),
    dmarcDnsHistory: () => dmarcDnsHistory(k, sendingDomain()),
    dmarcHosts: () => dmarcHosts(k),
    dmarcClasses: () => dmarcClasses(k, sendingDomain()),
    dmarcAlerts: dmarcAlert,
    dmarcIncidents: () => dmarcIncidents(k, project(), sendingDomain(), dmarcAlert()),
    dmarcRejections: () => dmarcRejections(k, sendingDomain()),
    dmarcReports: dmarcReport,
    dmarcRevisions: () => dmarcRevisions(k, dmarcReport()),
    dmarcAuthSets: () => dmarcAuthSets(k, sendingDomain()),
    dmarcRecords: () => dmarcRecords(k, dmarcReport()),
    dmarcRollups: () => dmarcRollups(k, sendingDomain()),
    dmarcDays: () => dmarcDays(k, sendingDomain()),
    dmarcTlsPolicies: () => dmarcTlsPolicies(k, dmarcReport()),
    dmarcMailboxes: mailbox,
    dmarcMailboxRuns: () => dmarcMailboxRuns(k, mailbox()),
    ampPreflights: () => ampPreflights(k, project()),
    ampSenders: ampSender,
    ampRegistrations: () => ampRegistrations(k, ampSender()),
    ampChanges: () => ampChanges(k, ampSender()),
    auditLog: () => auditLog(k),
    auditCheckpoints: () => auditCheckpoints(k),
    settings: () => settings(k),
  })
}

/** Typed as Postgres for both dialects. */
export type Tables = ReturnType<typeof defineTables>

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** An object whose members are made when they are first read. */
function onUse<T extends Record<string, () => unknown>>(makers: T): { readonly [K in keyof T]: ReturnType<T[K]> } {
  const members: object = {}
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(members, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = make()
        Object.defineProperty(members, name, { value, enumerable: true })
        return value
      },
    })
  return members as { readonly [K in keyof T]: ReturnType<T[K]> }
}
