import type { TObject, TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Marks a read-only member that changes without a change of the resource, such as a count. */
export const volatileMark = Symbol('volatile')

/**
 * Read-only members of a resource for the body of its update, so that what a read returned can be sent back: `takeWritable`
 * refuses those that differ from the stored ones. `volatile` members are ignored, because they change by themselves. Not part
 * of the type of the body, since handlers never see them.
 */
export function readOnlyMembers(
  { properties }: TObject,
  { writable, volatile = [] }: { writable: TProperties; volatile?: readonly string[] },
): Record<never, TSchema> {
  const names = Object.keys(properties).filter((name) => writable[name] === undefined)
  const member = (name: string) =>
    Type.Optional(Type.Unknown({ readOnly: true, ...(volatile.includes(name) ? { [volatileMark]: true } : {}) }))
  return Object.fromEntries(names.map((name) => [name, member(name)]))
}
