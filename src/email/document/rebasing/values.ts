import { isEqual } from '../comparison/equal.ts'
import type { Block, EmailDocument } from '../model.ts'
import type { OperationOf } from '../operations/applied.ts'
import { changeOf } from '../transition/settings.ts'
import { findNode } from '../walk.ts'
import type { Conflict, Outcome, Step } from './step.ts'
import { type Versions, mergeKeyed, mergeValue } from './merge.ts'
import { goneConflict, idNow } from './names.ts'

// Properties that merge by member; all others are one value each.
const bundles = new Set(['style', 'mobile', 'dark', 'hide', 'parts', 'lock', 'band', 'box', 'slots'])

/** Sets the properties that others did not set, and in objects such as `style` the members that they did not. */
export function rebaseSet({ id, props }: OperationOf<'set'>, step: Step): Outcome {
  if (step.lost.has(id)) return { operations: [] }
  const gone = goneConflict(id, step)
  if (gone !== undefined) return { conflicts: [gone] }
  const { others } = step
  const node = (one: unknown) => (one ?? {}) as Block
  const now = node(findNode(step.now, idNow(id, step)))
  const mine = node(findNode(step.wanted, id))
  const base = node(others.before.get(id)?.node ?? findNode(step.seen, id))
  const theirs = step.renamed.has(id) ? base : node(others.after.get(id)?.node ?? base)
  const clashes: string[] = []
  const merged: Record<string, unknown> = {}
  for (const key of Object.keys(props)) {
    const versions: Versions = { base: base[key], theirs: theirs[key], mine: mine[key] }
    const value = mergeValue(bundles.has(key) ? versions : whole(versions), key, clashes)
    const result = bundles.has(key) ? value : contents(value)
    if (!isEqual(result, now[key])) merged[key] = result ?? null
  }
  if (clashes.length > 0) return { conflicts: clashes.map((property) => setConflict(property, step, id)) }
  return { operations: Object.keys(merged).length === 0 ? [] : [{ op: 'set', id: idNow(id, step), props: merged }] }
}

/** Changes the settings that others did not: members of objects at any depth, merge fields one by one. */
export function rebaseSettings({ props }: OperationOf<'settings'>, step: Step): Outcome {
  const { base, now, others, wanted } = step
  const clashes: string[] = []
  const merged: Record<string, unknown> = {}
  for (const key of Object.keys(props)) {
    const versions: Versions = {
      base: setting(base, key),
      theirs: setting(others.document, key),
      mine: setting(wanted, key),
    }
    const value =
      key === 'fields' ? mergeKeyed(versions, { key: 'path', path: key }, clashes) : mergeValue(versions, key, clashes)
    const change = changeOf(setting(now, key), value)
    if (change !== undefined) merged[key] = change.value
  }
  if (clashes.length > 0) return { conflicts: clashes.map((property) => setConflict(property, step)) }
  return { operations: Object.keys(merged).length === 0 ? [] : [{ op: 'settings', props: merged }] }
}

function setting(document: EmailDocument, key: string): unknown {
  const settings: Record<string, unknown> = { ...document }
  return settings[key]
}

function setConflict(property: string, { index, others }: Step, id?: string): Conflict {
  const [key = '', member = ''] = property.split('.')
  const by =
    others.setBy(id, `${key}.${member}`) ??
    others.setBy(id, key) ??
    (id === undefined ? undefined : others.placedBy(id))
  return {
    operation: index,
    reason: 'changed',
    ...(id === undefined ? {} : { id }),
    property,
    ...others.named(by),
    message: `${property} was set to another value by another user`,
  }
}

// In a list, an object is merged as one value.
function whole({ base, mine, theirs }: Versions): Versions {
  return { base: [base], theirs: [theirs], mine: [mine] }
}

function contents(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] as unknown) : undefined
}
