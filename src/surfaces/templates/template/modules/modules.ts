/** Modules for rendering: resolves the instances of a document, with a stamp to detect changes. */
import {
  type EmailDocument,
  type ModuleFragment,
  type ModuleInstance,
  type ModuleLookup,
  type Row,
  isEqual,
  moduleUsesIn,
} from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { type Caller, reachOf } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type Cache, createCache } from '../cache.ts'
import {
  type VersionKey,
  insertUses,
  keepModules,
  replaceUses,
  selectFragmentSizes,
  selectFragments,
  selectKnownModules,
  selectLatest,
  selectReachableIds,
} from './store.ts'

/** The current modules of a document. */
export interface Modules {
  lookup: ModuleLookup
  /** Ids of all modules that the document refers to, directly or through modules, including missing ones. */
  ids: readonly string[]
  /** Changes if one of the modules gets a new version, is created or is deleted. */
  stamp: string
}

/** For documents without modules. */
export const noModules: Modules = { lookup: () => undefined, ids: [], stamp: '' }

// Versions are immutable, so cached content is never stale; the number of the latest version is queried for each request.
const cached: Cache<ModuleFragment> = createCache(16 * 1024 * 1024)

/** The modules that a document refers to, including nested ones. Modules of other projects are treated as missing. */
export function loadModules(db: Db, projectId: string, { rows }: EmailDocument): Promise<Modules> {
  return loadModulesOf(db, projectId, moduleUsesIn(rows))
}

/** Like `loadModules`, for rows without a document. */
export function loadModulesIn(db: Db, projectId: string, rows: readonly Row[]): Promise<Modules> {
  return loadModulesOf(db, projectId, moduleUsesIn(rows))
}

async function loadModulesOf(db: Db, projectId: string, uses: readonly ModuleInstance[]): Promise<Modules> {
  if (uses.length === 0) return noModules
  const latest = new Map<string, number | undefined>()
  const found = new Map<string, ModuleFragment | 'unread'>()
  let next: readonly ModuleInstance[] = uses
  // One level more than the limit, so that too deep nesting can be distinguished from a missing module.
  for (let depth = 0; depth <= limits.moduleDepth && next.length > 0; depth++) {
    await findLatest(db, projectId, { uses: next, latest })
    const fresh = wantedOf(next, latest).filter((key) => !found.has(nameOf(key)))
    const keys = fresh.slice(0, Math.max(0, limits.modulesShown - found.size))
    for (const key of fresh) found.set(nameOf(key), 'unread')
    const { read, beyond } = await readFragments(db, keys)
    for (const key of keys) if (!beyond.has(nameOf(key))) found.delete(nameOf(key))
    for (const [name, fragment] of read) found.set(name, fragment)
    next = [...read.values()].flatMap(({ nodes }) => moduleUsesIn(nodes))
  }
  return {
    lookup: ({ id, version }) => {
      const number = version === 'latest' ? latest.get(id) : latest.get(id) === undefined ? undefined : version
      return number === undefined ? undefined : found.get(nameOf({ id, version: number }))
    },
    ids: [...latest.keys()],
    stamp: stampOf(latest),
  }
}

/** The current stamp of these modules. */
export async function readStamp(db: Db, projectId: string, ids: readonly string[]): Promise<string> {
  const latest = new Map<string, number | undefined>(ids.map((id) => [id, undefined]))
  for (const { id, version } of await selectLatest(db, projectId, ids)) latest.set(id, version)
  return stampOf(latest)
}

function stampOf(latest: ReadonlyMap<string, number | undefined>): string {
  return [...latest]
    .map(([id, version]) => `${id} ${version ?? ''}`)
    .toSorted()
    .join('\n')
}

async function findLatest(
  db: Db,
  projectId: string,
  { latest, uses }: { uses: readonly ModuleInstance[]; latest: Map<string, number | undefined> },
): Promise<void> {
  const ids = [...new Set(uses.map(({ moduleId }) => moduleId))].filter((id) => !latest.has(id))
  for (const id of ids) latest.set(id, undefined)
  for (const { id, version } of await selectLatest(db, projectId, ids)) latest.set(id, version)
}

function wantedOf(uses: readonly ModuleInstance[], latest: ReadonlyMap<string, number | undefined>): VersionKey[] {
  const wanted = new Map<string, VersionKey>()
  for (const { moduleId: id, version } of uses) {
    const newest = latest.get(id)
    if (newest === undefined) continue
    const key = { id, version: version ?? newest }
    wanted.set(nameOf(key), key)
  }
  return [...wanted.values()]
}

/** `beyond` contains the names of versions that exceed the size limit and are not read. */
async function readFragments(
  db: Db,
  keys: readonly VersionKey[],
): Promise<{ read: Map<string, ModuleFragment>; beyond: Set<string> }> {
  const fragments = new Map<string, ModuleFragment>()
  const unknown = keys.filter((key) => {
    const known = cached.get(nameOf(key))
    if (known !== undefined) fragments.set(nameOf(key), known)
    return known === undefined
  })
  const beyond = await beyondBytes(db, unknown)
  const small = unknown.filter((key) => !beyond.has(nameOf(key)))
  for (const { content, sizeBytes, ...key } of await selectFragments(db, small)) {
    fragments.set(nameOf(key), content)
    cached.set(nameOf(key), content, sizeBytes * 2)
  }
  return { read: fragments, beyond }
}

/** The versions that exceed `limits.modulesShownBytes` in total; sizes are queried only if the limit could be reached. */
async function beyondBytes(db: Db, keys: readonly VersionKey[]): Promise<Set<string>> {
  if (keys.length * limits.documentBytes <= limits.modulesShownBytes) return new Set()
  let room: number = limits.modulesShownBytes
  const sizes = await selectFragmentSizes(db, keys)
  return new Set(sizes.filter(({ sizeBytes }) => (room -= sizeBytes) < 0).map(nameOf))
}

function nameOf({ id, version }: VersionKey): string {
  return `${id} ${version}`
}

/** Sources of modules that an email with new instances may already have used: its template, or its initial document. */
export interface Origin {
  templateId?: string | undefined
  before: EmailDocument | undefined
}

/**
 * Checks the modules that a document newly uses. An end user may use modules within reach, and those that the template used
 * before, so that undo and restore work; DOCUMENT_INVALID for any other, whether it exists or not. Other callers may use any
 * module.
 */
export async function requireModules(
  db: Db,
  caller: Caller,
  rows: readonly Row[],
  { templateId, before }: Origin,
): Promise<void> {
  const reach = reachOf(caller)
  const uses = reach === undefined ? [] : moduleUsesIn(rows)
  if (reach === undefined || uses.length === 0) return
  const known = new Set(moduleUsesIn(before?.rows ?? []).map(({ moduleId }) => moduleId))
  const ids = [...new Set(uses.map(({ moduleId }) => moduleId))].filter((id) => !known.has(id))
  if (ids.length === 0) return
  const reachable = await selectReachableIds(db, caller.projectId, { ids, reach })
  const had = templateId === undefined ? new Set<string>() : await selectKnownModules(db, templateId, ids)
  const refused = ids.find((id) => !reachable.has(id) && !had.has(id))
  if (refused === undefined) return
  const nodeId = uses.find(({ moduleId }) => moduleId === refused)?.nodeId ?? ''
  const message = `Node ${nodeId}: the module ${refused} is not in the library of this token.`
  fail('DOCUMENT_INVALID', { issues: [{ path: '/rows', message }] })
}

/** Keeps newly used modules from being deleted until the transaction ends. */
export async function keepNewModules(
  db: Db,
  { before, document }: { before: EmailDocument | undefined; document: EmailDocument },
): Promise<void> {
  const uses = moduleUsesIn(document.rows)
  if (uses.length === 0) return
  const known = new Set(moduleUsesIn(before?.rows ?? []).map(({ moduleId }) => moduleId))
  const ids = new Set(uses.map(({ moduleId }) => moduleId).filter((id) => !known.has(id)))
  await keepModules(db, [...ids])
}

/** Records the instances in a template's document, in the transaction that saves it. */
export async function saveUses(
  db: Db,
  templateId: string,
  { before, document }: { before: EmailDocument | undefined; document: EmailDocument },
): Promise<void> {
  const [old, uses] = [moduleUsesIn(before?.rows ?? []), moduleUsesIn(document.rows)]
  if (isEqual(old, uses)) return
  if (old.length === 0) await insertUses(db, templateId, uses)
  else await replaceUses(db, templateId, uses)
}
