import type { Operation } from '../../email/document/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'

/** A property by its place: `label`, `style.color`, `labels.days`. */
export type Prop = string

/**
 * What a field edits: a node, an item of a list, a part of the theme. Fields know nothing of where values live; a target
 * reads them, says what holds where none is set, and writes them.
 */
export interface Target {
  read(prop: Prop): unknown
  inherited(prop: Prop): unknown
  /** True if there is no one value, because several things are edited that differ in it. */
  isMixed(prop: Prop): boolean
  /** Undefined takes the value away; `besides` is done in the same step, before it. */
  write(label: string, prop: Prop, value: unknown, besides?: Operation[]): void
  /** True if the property may be left out. */
  isOptional(prop: Prop): boolean
  /** True if the person may change it. */
  isLocked(prop: Prop): boolean
  /** True if phones have a value of their own. */
  isMobile(prop: Prop): boolean
  /** True if the value is an own one that can be given up. */
  isReset(prop: Prop): boolean
}

/** The value at a place; undefined where there is none. */
export function readAt(from: unknown, prop: Prop): unknown {
  return prop.split('.').reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    return (at as Record<string, unknown>)[key]
  }, from)
}

/** A copy of an object with one value changed or, with undefined, taken away; objects that become empty go with it. */
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

/** What a `set` operation says to write one value: the first part of the place with all that is in it, or null. */
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
