/** Limits that a project sets for itself, within those of the installation and of the plan of its company. */
import { type Issue, fail } from '../../kernel/errors/index.ts'
import { type Rate, limits } from '../../kernel/limits.ts'
import { type ProjectLimits, limitsIn } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import { keysSignal } from './api-keys/api-keys.ts'
import type { Plan } from './companies.ts'
import { type Project, projectsSignal } from './projects.ts'
import * as rows from './store.ts'

/** Rates of the installation: `SVC_API_RATE_LIMIT` and `SVC_PLUGIN_RATE_LIMIT`. */
export interface InstallationRates {
  readonly api: Rate
  /** Of one end user. */
  readonly plugin: Rate
}

/** Limits that apply; null is unlimited. */
export interface AppliedLimits {
  readonly apiRate: Rate
  readonly pluginRate: Rate
  readonly pluginProjectRate: Rate
  readonly assetBytes: number | null
  readonly credits: number | null
}

/** Rate of all end users of a project together. */
export function pluginProjectRateOf({ requests, seconds }: Rate): Rate {
  return { requests: requests * limits.pluginProjectUsers, seconds }
}

/** Limits of a project that has set none. */
export function usualLimits(rates: InstallationRates, plan: Plan): AppliedLimits {
  return {
    apiRate: rates.api,
    pluginRate: rates.plugin,
    pluginProjectRate: pluginProjectRateOf(rates.plugin),
    assetBytes: limits.assetBytes[plan],
    credits: limits.credits[plan],
  }
}

/** Limits that apply to a project: its own, where the usual ones do not allow less. */
export function appliedLimits({ settings }: Pick<Project, 'settings'>, usual: AppliedLimits): AppliedLimits {
  const own = limitsIn(settings) ?? {}
  return {
    apiRate: lowerRate(own.apiRate, usual.apiRate),
    pluginRate: lowerRate(own.pluginRate, usual.pluginRate),
    pluginProjectRate: lowerRate(own.pluginProjectRate, usual.pluginProjectRate),
    assetBytes: lower(own.assetBytes, usual.assetBytes),
    credits: lower(own.credits, usual.credits),
  }
}

/**
 * Replaces the limits of a project; what is not given has no limit of its own. Takes effect with the next request, on every
 * replica. VALIDATION_FAILED for a limit above the usual one. A limit that equals the usual one is not stored, so that what
 * a read returned can be sent back and the project still follows the installation and the plan.
 */
export async function setLimits(
  db: Db,
  projectId: string,
  { given, usual }: { given: ProjectLimits; usual: AppliedLimits },
  actor: Actor = systemActor,
): Promise<void> {
  const issues = [
    ...rateIssue('api_rate', given.apiRate, usual.apiRate),
    ...rateIssue('plugin_rate', given.pluginRate, usual.pluginRate),
    ...rateIssue('plugin_project_rate', given.pluginProjectRate, usual.pluginProjectRate),
    ...countIssue('asset_bytes', given.assetBytes, usual.assetBytes),
    ...countIssue('credits', given.credits, usual.credits),
  ]
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  const project = (await rows.lockProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND')
  const own: ProjectLimits = Object.fromEntries(
    Object.entries(given).filter(([name, limit]) => !isSame(limit, usual[name as keyof AppliedLimits])),
  )
  const { limits: _, ...others } = project.settings
  const settings = Object.keys(own).length === 0 ? others : { ...others, limits: own }
  await rows.updateProject(db, projectId, { settings, updatedAt: db.nowMs() })
  // Keys carry the limits of their project.
  db.signal(keysSignal)
  db.signal(projectsSignal)
  await audit(db, actor, {
    action: 'project.limits_set',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { ...own },
  })
}

function isSame(limit: Rate | number, usual: Rate | number | null): boolean {
  if (typeof limit === 'number' || typeof usual === 'number' || usual === null) return limit === usual
  return limit.requests === usual.requests && limit.seconds === usual.seconds
}

function isSlower(rate: Rate, than: Rate): boolean {
  return rate.requests * than.seconds <= than.requests * rate.seconds
}

function lowerRate(own: Rate | undefined, usual: Rate): Rate {
  return own !== undefined && isSlower(own, usual) ? own : usual
}

function lower(own: number | undefined, usual: number | null): number | null {
  return own === undefined ? usual : Math.min(own, usual ?? own)
}

function rateIssue(name: string, given: Rate | undefined, usual: Rate): Issue[] {
  if (given === undefined || isSlower(given, usual)) return []
  const message = `must not exceed the rate of this installation, ${usual.requests} requests in ${usual.seconds} seconds`
  return [{ path: `/limits/${name}`, message }]
}

function countIssue(name: string, given: number | undefined, usual: number | null): Issue[] {
  if (given === undefined || usual === null || given <= usual) return []
  return [{ path: `/limits/${name}`, message: `must be at most ${usual}, as the plan of the company allows` }]
}
