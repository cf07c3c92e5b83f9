import type { Operation } from '../../email/document/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'

/** A dotted path: `label`, `style.color`, `labels.days`. */
export type Prop = string

/** Object that a field edits: a node, an item of a list, a part of the theme. */
export interface Target {
  read(prop: Prop): unknown
  inherited(prop: Prop): unknown
  /** True if several nodes are edited and differ in the value. */
  isMixed(prop: Prop): boolean
  /** Undefined removes the value; `besides` runs before it in the same step. */
  write(label: string, prop: Prop, value: unknown, besides?: Operation[]): void
  /** True if the property can be removed. */
  isOptional(prop: Prop): boolean
  /** True if the user must not change it. */
  isLocked(prop: Prop): boolean
  /** True if phones override the value. */
  isMobile(prop: Prop): boolean
  /** True if the object has a value of its own, which can be reset. */
  isReset(prop: Prop): boolean
}

/** Undefined if there is no value. */
export function readAt(from: unknown, prop: Prop): unknown {
  return prop.split('.').reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    return (at as Record<string, unknown>)[key]
  }, from)
}

/** Copies with one value set or, for undefined, removed; objects that become empty are removed too. */
export function writeAt(
  object: Readonly<Record<string, unknown>>,
  prop: Prop,
  value: unknown,
): Record<string, unknown> {
  const [key = '', ...rest] = prop.split('.')
  const { [key]: old, ...others } = object
  const next = rest.length === 0 ? value : emptyToNothing(writeAt(objectOf(old), rest.join('.'), value))
  return next === undefined ? others : { ...others, [key]: next }
}

/** Props of a `set` operation that writes one value: the first part of the path with its whole value, or null. */
export function propsFor(node: object, prop: Prop, value: unknown): Record<string, unknown> {
  const [key = ''] = prop.split('.')
  const next = writeAt(objectOf(node), prop, value)
  return { [key]: next[key] ?? null }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function emptyToNothing(object: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}

export interface PanelProps {
  editor: Editor
  words: PanelWords
}
