/** Creates, reads, changes and copies reusable modules. Changes require a transaction. */
import { isEqual, moduleUsesIn } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { createId, demoProjectId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, readPage, takeWritable } from '../../../platform/http/index.ts'
import { type Caller, libraryOf, reachOf } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type Changes,
  addModuleAssets,
  changesBetween,
  holdExternalId,
  requireEditOfFollowers,
  requireFreeExternalId,
} from '../template/index.ts'
import { type Content, documentOf, readFragment } from './content.ts'
import {
  type DuplicateModule,
  type ListModules,
  type Module,
  type ModulePage,
  type ModuleSummary,
  UpdateModule,
} from './contract.ts'
import { checkNesting } from './nesting.ts'
import * as rows from './store.ts'

interface NewModule {
  name: string
  content: Content
  externalId?: string | null | undefined
  metadata?: Record<string, string> | undefined
}

interface ModuleChange {
  name?: string
  content?: Content | undefined
  message?: string | undefined
  /** Null removes it. */
  externalId?: string | null | undefined
  metadata?: Record<string, string> | undefined
}

/** Modules within the caller's reach, by name by default. */
export async function listModules(db: Db, caller: Caller, query: ListModules): Promise<ModulePage> {
  const { projectId } = caller
  const { q, external_id: externalId, metadata, sort = 'name', created_since: since, created_until: until } = query
  const reach = reachOf(caller)
  const order = orderOf(sort)
  const created = {
    sinceMs: since === undefined ? undefined : Date.parse(since),
    untilMs: until === undefined ? undefined : Date.parse(until),
  }
  const { items, page } = await readPage(query, {
    key: JSON.stringify(['modules', projectId, q, externalId, metadata, sort, created, reach]),
    read: ({ after, limit }) =>
      rows.selectModules(db, projectId, {
        q,
        externalId,
        metadata,
        reach,
        ...created,
        order,
        after: after as (string | number)[] | undefined,
        limit,
      }),
    positionOf: (row) => rows.positionOf(row, order),
  })
  return { data: items.map(present), page }
}

function orderOf(sort: NonNullable<ListModules['sort']>): rows.ModuleOrder {
  return { by: sort.replace('-', '') as rows.ModuleOrder['by'], descending: sort.startsWith('-') }
}

/** The current module, or one of its versions. MODULE_NOT_FOUND, VERSION_NOT_FOUND. */
export async function getModule(db: Db, caller: Caller, id: string, version?: number): Promise<Module> {
  const row = await requireModule(db, caller, id)
  const read = await rows.selectVersion(db, id, version ?? row.version)
  if (read === undefined) fail('VERSION_NOT_FOUND', `The module has no version ${version}.`)
  const { nodes, slots = [], assets, translations } = read.content
  return {
    ...present({ ...row, version: read.version, sizeBytes: read.sizeBytes }),
    nodes,
    slots,
    ...(assets === undefined ? {} : { assets }),
    ...(translations === undefined ? {} : { translations }),
  }
}

/**
 * Creates a module with its first version. MODULE_TOO_DEEP if its content nests modules too deep, LIMIT_REACHED,
 * EXTERNAL_ID_TAKEN. With an external id, the transaction must not have locked a row before.
 */
export async function createModule(
  db: Db,
  caller: Caller,
  { name, content, externalId = null, metadata = {} }: NewModule,
): Promise<string> {
  const { projectId, actor } = caller
  await holdExternalId(db, caller, 'module', externalId)
  await rows.lockModules(db, projectId)
  const isDemo = projectId === demoProjectId
  const max = isDemo ? limits.demoModules : limits.modules
  if ((await rows.countModules(db, projectId)) >= max) {
    fail('LIMIT_REACHED', `A project is limited to ${max} modules.`)
  }
  const ofUser = isDemo ? limits.demoModulesOfVisitor : limits.endUserModules
  if (caller.endUser !== undefined && (await rows.countModulesOf(db, projectId, actor.id)) >= ofUser)
    fail('LIMIT_REACHED', `A user saves at most ${ofUser} modules; an API key can delete some.`)
  await requireFreeExternalId(db, caller, 'module', { externalId })
  await checkNesting(db, projectId, { nodes: content.fragment.nodes })
  const now = db.nowMs()
  const id = createId('module', now)
  await rows.insertModule(db, {
    id,
    projectId,
    name: readName(name),
    library: libraryOf(caller),
    emailId: caller.endUser?.emailId ?? null,
    externalId,
    metadata,
    version: 1,
    revision: 1,
    createdByKind: actor.kind,
    createdById: actor.id,
    createdByName: actor.name,
    createdAt: now,
    updatedAt: now,
  })
  const changes: Changes = { text: 'Created', added: 0, removed: 0, moved: 0, changed: 0, settings: 0 }
  await addVersion(db, caller, { id, version: 1, content, changes, at: now })
  await recordAct(db, caller, ['module.created', id], { name })
  return id
}

/**
 * Changes the name, and stores changed content as a new version, which instances that follow the latest version show at
 * once. PRECONDITION_FAILED if If-Match quotes another revision, EXTERNAL_ID_TAKEN, MODULE_CYCLE, MODULE_TOO_DEEP, and the errors of
 * `requireEditOfFollowers`.
 */
export async function updateModule(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateModule; ifMatch?: string | undefined },
): Promise<Module> {
  await holdExternalId(db, caller, 'module', given.external_id)
  await rows.lockModules(db, caller.projectId)
  const row = await requireModule(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const body = await takeWritable(UpdateModule, given, () => getModule(db, caller, id))
  const { message, external_id: externalId, metadata, ...input } = body
  const name = body.name === undefined ? row.name : readName(body.name)
  delete input.name
  const content = Object.keys(input).length === 0 ? undefined : readFragment(input, (await latest(db, row)).content)
  const isNew = content !== undefined && !isEqual(content.fragment, (await latest(db, row)).content)
  if (isNew) await requireEditOfFollowers(db, caller, id)
  await changeModule(db, caller, row, { name, content, message, externalId, metadata })
  return getModule(db, caller, id)
}

/** No-op if nothing differs. */
export async function changeModule(
  db: Db,
  caller: Caller,
  row: rows.ModuleRow,
  { name = row.name, content, message, externalId = row.externalId, metadata = row.metadata }: ModuleChange,
): Promise<void> {
  const before = (await latest(db, row)).content
  const isNew = content !== undefined && !isEqual(content.fragment, before)
  const given = { name, externalId, metadata }
  const changed = Object.entries(given).filter(([column, value]) => !isEqual(value, row[column as keyof typeof given]))
  if (!isNew && changed.length === 0) return
  if (externalId !== row.externalId) await requireFreeExternalId(db, caller, 'module', { externalId, self: row.id })
  const at = db.nowMs()
  const version = isNew ? row.version + 1 : row.version
  if (isNew) {
    if (version > limits.moduleVersions)
      fail('LIMIT_REACHED', `A module is limited to ${limits.moduleVersions} versions.`)
    await checkNesting(db, caller.projectId, { id: row.id, nodes: content.fragment.nodes })
    const changes = changesBetween(documentOf(before), documentOf(content.fragment))
    await addVersion(db, caller, { id: row.id, version, content, changes, message, at })
  }
  const change = { version, revision: row.revision + 1, updatedAt: at, ...given }
  await rows.updateModule(db, caller.projectId, row.id, change)
  await recordAct(db, caller, ['module.updated', row.id], { version, ...Object.fromEntries(changed) })
}

/** Copies the current content into a new module. */
export async function duplicateModule(db: Db, caller: Caller, id: string, body: DuplicateModule): Promise<Module> {
  const row = await requireModule(db, caller, id)
  const { content: fragment, sizeBytes } = await latest(db, row)
  const name = body.name ?? copyName(row.name)
  return getModule(
    db,
    caller,
    await createModule(db, caller, { name, content: { fragment, sizeBytes }, metadata: row.metadata }),
  )
}

/** MODULE_NOT_FOUND for an id that is not a module of the caller's project. */
export async function requireModule(db: Db, caller: Caller, id: string): Promise<rows.ModuleRow> {
  const row = isId('module', id)
    ? await rows.selectModule(db, caller.projectId, { id, reach: reachOf(caller) })
    : undefined
  return row ?? fail('MODULE_NOT_FOUND')
}

async function latest(db: Db, { id, version }: rows.ModuleRow) {
  return (await rows.selectVersion(db, id, version)) ?? fail('MODULE_NOT_FOUND')
}

interface NewVersion {
  id: string
  version: number
  content: Content
  changes: Changes
  message?: string | undefined
  at: number
}

async function addVersion(db: Db, { actor }: Caller, made: NewVersion): Promise<void> {
  const { fragment, sizeBytes } = made.content
  const row = {
    moduleId: made.id,
    version: made.version,
    content: fragment,
    changes: made.changes,
    message: made.message ?? null,
    sizeBytes,
    authorKind: actor.kind,
    authorId: actor.id,
    authorName: actor.name,
    createdAt: made.at,
  }
  await rows.insertVersion(db, row, moduleUsesIn(fragment.nodes))
  await addModuleAssets(db, made.id, fragment)
}

function present(row: rows.ModuleRow): ModuleSummary {
  return {
    id: row.id,
    name: row.name,
    external_id: row.externalId,
    metadata: row.metadata,
    version: row.version,
    revision: row.revision,
    size_bytes: row.sizeBytes,
    usage_count: row.usageCount,
    created_by: { kind: row.createdByKind, id: row.createdById, name: row.createdByName },
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}

function readName(name: string): string {
  if (name.trim() !== '') return name.trim()
  fail('VALIDATION_FAILED', { issues: [{ path: '/name', message: 'The name must not be blank.' }] })
}

function copyName(name: string): string {
  const suffix = ' (copy)'
  return [...name].slice(0, limits.nameLength - suffix.length).join('') + suffix
}
