import type { Kit } from '../kit.ts'
import { addressPatterns } from './address-patterns.ts'
import { apiKeys } from './api-keys.ts'
import { assetTotals, assetUploads, assets, moduleAssetUses, templateAssetUses } from './assets.ts'
import { auditCheckpoints, auditLog } from './audit-log.ts'
import { companies } from './companies.ts'
import { creditHolds, creditLedger, creditPeriods, creditUsage } from './credits.ts'
import { connectionImages, connectionTemplates, connections, pushes } from './connections.ts'
import { consoleSessions } from './console-sessions.ts'
import { editorSessions } from './editor-sessions.ts'
import { events } from './events.ts'
import { exportFieldMaps, exportTargets } from './export-targets.ts'
import { exportTemplates, exportsTable } from './exports.ts'
import { externalTemplates } from './external-templates.ts'
import { favorites } from './favorites.ts'
import { folders } from './folders.ts'
import { grants } from './grants.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { jobPartitions } from './job-partitions.ts'
import { jobSchedules } from './job-schedules.ts'
import { jobs } from './jobs.ts'
import { moduleRuns } from './module-runs.ts'
import { moduleNestings, moduleVersions, modules } from './modules.ts'
import { probeBudgets, probeNotes } from './probing.ts'
import { projects } from './projects.ts'
import { rateCounters } from './rate-counters.ts'
import { searchWords } from './search-words.ts'
import { settings } from './settings.ts'
import { setupLinks } from './setup-links.ts'
import { templateDocuments } from './template-documents.ts'
import { templateSearch } from './template-search.ts'
import { templateEdits } from './template-edits.ts'
import { templateParts, templateVersions } from './template-versions.ts'
import { templateKnownModules, templateModuleUses } from './template-module-uses.ts'
import { templates } from './templates.ts'
import { users } from './users.ts'
import { verificationBatches, verificationRows } from './verification-batches.ts'
import { verifiedAddresses } from './verified-addresses.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'
import { webhookRecoveries } from './webhook-recoveries.ts'
import { webhooks } from './webhooks.ts'

/** Every table, built for one dialect from the one description. A test compares it with what the migrations make. */
export function defineTables(k: Kit) {
  const company = companies(k)
  const project = projects(k, company)
  const user = users(k, company)
  const folder = folders(k, project)
  const template = templates(k, project, folder)
  const module = modules(k, project)
  const webhook = webhooks(k, project)
  const batch = verificationBatches(k, project)
  const connection = connections(k, project)
  const exported = exportsTable(k, project)
  return {
    companies: company,
    projects: project,
    apiKeys: apiKeys(k, project),
    users: user,
    consoleSessions: consoleSessions(k, user),
    setupLinks: setupLinks(k),
    folders: folder,
    templates: template,
    templateDocuments: templateDocuments(k, template),
    templateSearch: templateSearch(k, template),
    searchWords: searchWords(k, project),
    templateVersions: templateVersions(k, template),
    templateParts: templateParts(k, template),
    templateEdits: templateEdits(k, template),
    grants: grants(k, project, { template, folder }),
    modules: module,
    moduleVersions: moduleVersions(k, module),
    moduleNestings: moduleNestings(k, module),
    moduleRuns: moduleRuns(k),
    templateKnownModules: templateKnownModules(k, template),
    templateModuleUses: templateModuleUses(k, template),
    assets: assets(k, project),
    assetTotals: assetTotals(k, company),
    assetUploads: assetUploads(k, project),
    templateAssetUses: templateAssetUses(k, template),
    moduleAssetUses: moduleAssetUses(k, module),
    favorites: favorites(k, project, template),
    editorSessions: editorSessions(k, project),
    externalTemplates: externalTemplates(k, project, template),
    exports: exported,
    exportTemplates: exportTemplates(k, exported),
    exportTargets: exportTargets(k, project),
    exportFieldMaps: exportFieldMaps(k, project),
    connections: connection,
    connectionTemplates: connectionTemplates(k, connection, template),
    connectionImages: connectionImages(k, connection),
    pushes: pushes(k, project, connection),
    events: events(k, project),
    webhooks: webhook,
    webhookDeliveries: webhookDeliveries(k),
    webhookRecoveries: webhookRecoveries(k, webhook),
    idempotencyKeys: idempotencyKeys(k, project),
    rateCounters: rateCounters(k),
    jobs: jobs(k),
    jobPartitions: jobPartitions(k),
    jobSchedules: jobSchedules(k),
    creditPeriods: creditPeriods(k, company),
    creditHolds: creditHolds(k, company, project),
    creditLedger: creditLedger(k, company, project),
    creditUsage: creditUsage(k, project),
    verifiedAddresses: verifiedAddresses(k, project),
    verificationBatches: batch,
    verificationRows: verificationRows(k, batch),
    addressPatterns: addressPatterns(k, project),
    probeNotes: probeNotes(k),
    probeBudgets: probeBudgets(k),
    auditLog: auditLog(k),
    auditCheckpoints: auditCheckpoints(k),
    settings: settings(k),
  }
}

/** The tables as the product sees them: typed as Postgres, whichever dialect runs. */
export type Tables = ReturnType<typeof defineTables>
