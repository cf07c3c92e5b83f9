/** Replaces references by external id, `ext:welcome-email`, by the ids of the resources before a handler sees them. */
import type { TSchema } from '@sinclair/typebox'
import { type ExternalKind, externalIdIn } from '../../../kernel/ids/index.ts'
import { referenceMark } from '../../../kernel/schema/index.ts'
import type { ReferenceSlot } from '../operation.ts'

const each = Symbol('each item')
const distinct = Symbol('each item, without repetition')

type Marked = {
  anyOf?: TSchema[]
  items?: TSchema | TSchema[]
  properties?: Record<string, TSchema>
  [referenceMark]?: ExternalKind
}

/** The positions that the schema marks. */
export function referenceSlots(schema: TSchema | undefined): ReferenceSlot[] {
  if (schema === undefined) return []
  const { anyOf = [], items, properties = {}, [referenceMark]: kind } = schema as Marked
  return [
    ...(kind === undefined ? [] : [{ kind, path: [] }]),
    ...anyOf.flatMap(referenceSlots),
    ...(items === undefined || Array.isArray(items)
      ? []
      : below(schema['uniqueItems'] === true ? distinct : each, items)),
    ...Object.entries(properties).flatMap(([name, member]) => below(name, member)),
  ]
}

function below(step: string | symbol, schema: TSchema): ReferenceSlot[] {
  return referenceSlots(schema).map(({ kind, path }) => ({ kind, path: [step, ...path] }))
}

type Match = { id: string; externalId: string | null }

/** Finds resources of a project by external id. */
export type FindByExternalIds = (
  kind: ExternalKind,
  of: { projectId: string; externalIds: readonly string[] },
) => Match[] | PromiseLike<Match[]>

/**
 * The value with ids in place of references, or the same value if there are none; changed parts are copied. A promise only
 * if storage has to be awaited. A reference to nothing stays as it is, and no resource has it as its id.
 */
export type ResolveReferences = <T>(projectId: string, slots: readonly ReferenceSlot[], value: T) => T | Promise<T>

export function createReferenceResolver(find: FindByExternalIds): ResolveReferences {
  return (projectId, slots, value) => {
    const [slot, ...others] = slots
    if (slot !== undefined && others.length === 0 && !slot.path.some(isOfMany))
      return resolveOne(find, projectId, slot, value)
    const wanted = collect(slots, value)
    if (wanted === undefined) return value
    const ids = new Map<string, string>()
    const waits: PromiseLike<void>[] = []
    for (const [kind, externalIds] of wanted) {
      const keep = (found: Match[]) => {
        for (const { id, externalId } of found) ids.set(`${kind} ${externalId}`, id)
      }
      const found = find(kind, { projectId, externalIds: [...externalIds] })
      if (Array.isArray(found)) keep(found)
      else waits.push(found.then(keep))
    }
    const replaced = () =>
      slots.reduce(
        (changed, { kind, path }) =>
          replaceAt(changed, path, (text) => ids.get(`${kind} ${externalIdIn(text) ?? ''}`) ?? text),
        value,
      )
    return waits.length === 0 ? replaced() : Promise.all(waits).then(replaced)
  }
}

function isOfMany(step: string | symbol): boolean {
  return typeof step === 'symbol'
}

/** That of most paths: what serves any number of references costs more than the rest of a read that is cached. */
function resolveOne<T>(
  find: FindByExternalIds,
  projectId: string,
  { kind, path }: ReferenceSlot,
  value: T,
): T | Promise<T> {
  const externalId = externalIdIn(textAt(value, path))
  if (externalId === undefined) return value
  const replaced = ([match]: Match[]) => (match === undefined ? value : replaceAt(value, path, () => match.id))
  const found = find(kind, { projectId, externalIds: [externalId] })
  return Array.isArray(found) ? replaced(found) : Promise.resolve(found.then(replaced))
}

/** Empty if there is no text at the position. */
function textAt(value: unknown, path: ReferenceSlot['path']): string {
  let at = value
  for (const step of path) at = (at as Record<string | symbol, unknown> | null | undefined)?.[step]
  return typeof at === 'string' ? at : ''
}

function collect(slots: readonly ReferenceSlot[], value: unknown): Map<ExternalKind, Set<string>> | undefined {
  let wanted: Map<ExternalKind, Set<string>> | undefined
  for (const { kind, path } of slots) {
    replaceAt(value, path, (text) => {
      const externalId = externalIdIn(text)
      if (externalId === undefined) return text
      wanted ??= new Map()
      const ofKind = wanted.get(kind) ?? new Set()
      wanted.set(kind, ofKind.add(externalId))
      return text
    })
  }
  return wanted
}

/** A copy of what changes on the way to the position, and the same value if nothing does. */
function replaceAt<T>(value: T, path: ReferenceSlot['path'], replace: (text: string) => string, at = 0): T {
  const step = path[at]
  if (step === undefined) return (typeof value === 'string' ? replace(value) : value) as T
  if (typeof value !== 'object' || value === null) return value
  if (typeof step === 'symbol') {
    if (!Array.isArray(value)) return value
    const items = value.map((item: unknown) => replaceAt(item, path, replace, at + 1))
    if (items.every((item, index) => item === value[index])) return value
    return (step === distinct ? [...new Set(items)] : items) as T
  }
  const member = (value as Record<string, unknown>)[step]
  const replaced = replaceAt(member, path, replace, at + 1)
  return replaced === member ? value : { ...value, [step]: replaced }
}
