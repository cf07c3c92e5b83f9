/** Export targets and field maps of a project. Functions take the Db of a transaction, or one to read from. */
import { isEqual } from '../../../email/document/index.ts'
import {
  type FieldMap,
  type Provider,
  ProviderLanguage,
  type ProviderOverrides,
  checkPatterns,
  extendProvider,
  providers,
} from '../../../email/esp/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, takeWritable } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { clients } from '../clients.ts'
import { type CreateTarget, type CustomTarget, UpdateTarget } from './contract.ts'
import * as rows from './store.ts'

/** A target with the project's field map. */
export interface LoadedTarget {
  provider: Provider
  fields: FieldMap
}

/**
 * A built-in target or one of the project; undefined for an unknown id. For a target that extends another, its own field map
 * takes precedence over that of its base.
 */
export async function findTarget(db: Db, projectId: string, id: string): Promise<LoadedTarget | undefined> {
  const row = providers.has(id) ? undefined : await rows.selectTarget(db, projectId, id)
  const provider = row === undefined ? providers.get(id) : providerOf(row)
  if (provider === undefined) return undefined
  const maps = await rows.selectFields(db, projectId, row === undefined ? [id] : [id, row.base])
  return { provider, fields: { ...maps.get(row?.base ?? id), ...maps.get(id) } }
}

/** The project's own targets as providers, each with the id of its base. */
export async function ownProviders(db: Db, projectId: string): Promise<{ provider: Provider; base: string }[]> {
  const found = await rows.selectTargets(db, projectId)
  return found.flatMap((row) => {
    const provider = providerOf(row)
    return provider === undefined ? [] : [{ provider, base: row.base }]
  })
}

/** EXPORT_TARGET_EXISTS, LIMIT_REACHED, or VALIDATION_FAILED for invalid patterns. */
export async function addTarget(db: Db, caller: Caller, input: CreateTarget): Promise<rows.TargetRow> {
  const { id, extends: base, name, overrides = {} } = input
  if (providers.has(id) || clients.has(id) || (await rows.selectTarget(db, caller.projectId, id)) !== undefined) {
    fail('EXPORT_TARGET_EXISTS', `“${id}” is already in use.`)
  }
  checkOverrides({ id, base, name, overrides })
  if ((await rows.countTargets(db, caller.projectId)) >= limits.exportTargets) {
    fail('LIMIT_REACHED', `A project can have at most ${limits.exportTargets} custom targets.`)
  }
  const now = db.nowMs()
  const row = { projectId: caller.projectId, id, base, name, overrides, revision: 1, createdAt: now, updatedAt: now }
  await rows.insertTarget(db, row)
  await recordAct(db, caller, ['export_target.created', id], { extends: base })
  return row
}

/** EXPORT_TARGET_NOT_FOUND for built-in and unknown targets. */
export async function loadOwnTarget(db: Db, caller: Caller, id: string): Promise<rows.TargetRow> {
  return (await rows.selectTarget(db, caller.projectId, id)) ?? fail('EXPORT_TARGET_NOT_FOUND')
}

/** Changes only the members in the body, as one new revision; none if nothing differs. */
export async function changeTarget(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateTarget; ifMatch: string | undefined },
): Promise<rows.TargetRow> {
  const row = (await rows.lockTarget(db, caller.projectId, id)) ?? fail('EXPORT_TARGET_NOT_FOUND')
  checkIfMatch(ifMatch, row.revision)
  const body = await takeWritable(UpdateTarget, given, () => presentTarget(row))
  const next = {
    base: body.extends ?? row.base,
    name: body.name ?? row.name,
    overrides: (body.overrides ?? row.overrides) as ProviderOverrides,
  }
  const { base, name, overrides } = row
  if (isEqual(next, { base, name, overrides })) return row
  checkOverrides({ id, ...next })
  const full = { ...next, revision: row.revision + 1, updatedAt: db.nowMs() }
  await rows.updateTarget(db, caller.projectId, id, full)
  await recordAct(db, caller, ['export_target.updated', id], { changed: Object.keys(body) })
  return { ...row, ...full }
}

/** Also deletes its field map. EXPORT_TARGET_NOT_FOUND. */
export async function removeTarget(db: Db, caller: Caller, id: string, ifMatch?: string): Promise<void> {
  if (ifMatch !== undefined)
    checkIfMatch(
      ifMatch,
      ((await rows.lockTarget(db, caller.projectId, id)) ?? fail('EXPORT_TARGET_NOT_FOUND')).revision,
    )
  if (!(await rows.deleteTarget(db, caller.projectId, id))) fail('EXPORT_TARGET_NOT_FOUND')
  await recordAct(db, caller, ['export_target.deleted', id], {})
}

/** The project's field names at a target; empty if not set. EXPORT_TARGET_NOT_FOUND. */
export async function loadFields(db: Db, caller: Caller, id: string): Promise<Record<string, string>> {
  if ((await findTarget(db, caller.projectId, id)) === undefined) fail('EXPORT_TARGET_NOT_FOUND')
  return (await rows.selectFields(db, caller.projectId, [id])).get(id) ?? {}
}

/** Replaces the project's field names at a target. EXPORT_TARGET_NOT_FOUND, PRECONDITION_FAILED. */
export async function changeFields(
  db: Db,
  caller: Caller,
  { id, fields, ifMatch }: { id: string; fields: Record<string, string>; ifMatch?: string | undefined },
): Promise<void> {
  checkIfMatch(ifMatch, digestOf({ fields: await loadFields(db, caller, id) }))
  await rows.saveFields(db, { projectId: caller.projectId, target: id, fields })
  await recordAct(db, caller, ['export_target.fields_changed', id], { fields: Object.keys(fields).length })
}

export function presentTarget(row: rows.TargetRow): CustomTarget {
  const provider = providerOf(row)
  return {
    id: row.id,
    extends: row.base,
    name: row.name,
    overrides: row.overrides as ProviderOverrides,
    tag_example: provider === undefined ? '' : new ProviderLanguage(provider).example(),
    revision: row.revision,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}

// A later version of svc may have removed the base of the target.
function providerOf({ base, id, name, overrides }: rows.TargetRow): Provider | undefined {
  const found = providers.get(base)
  return found && extendProvider(found, { id, name, overrides: overrides as ProviderOverrides })
}

function checkOverrides({ base, ...own }: { id: string; base: string; name: string; overrides: ProviderOverrides }) {
  const found = providers.get(base)
  if (found === undefined) {
    const message = `unknown built-in target “${base}”; GET /export/formats lists them`
    return fail('VALIDATION_FAILED', { issues: [{ path: '/extends', message }] })
  }
  const issues = checkPatterns(extendProvider(found, own))
  if (issues.length === 0) return
  fail('VALIDATION_FAILED', {
    issues: issues.map(({ message, path }) => ({ path: `/overrides${path}`, message })),
  })
}
