import { isEqual } from '../comparison/equal.ts'
import { pathAt, propertyKeys } from '../comparison/tree.ts'
import { textsIn } from '../comparison/texts.ts'
import type { Block } from '../model.ts'
import { type LockBreach, breach, holderOf } from './breach.ts'
import type { LockHolder } from './held.ts'

/** Nodes whose content is locked and which name an asset that is another image now: they would show it. */
export function assetBreaches({ after, from, locks, to }: LockHolder): LockBreach[] {
  const changed = Object.entries(from.assets ?? {}).filter(([name, asset]) => !isEqual(asset, to.assets?.[name]))
  if (changed.length === 0) return []
  return [...after].flatMap(([id, context]) => {
    const holder = holderOf(context, locks, ({ content }) => content === true)
    if (holder === undefined) return []
    const { node } = context
    const texts = textsIn(propertyKeys(node, node).map((key) => (key === 'each' ? null : (node as Block)[key])))
    const used = changed.find(([name]) => texts.has(name))
    if (used === undefined) return []
    const says = `it shows the asset ${used[0]}, which cannot be changed`
    return [breach(id, { holder, lock: 'content', path: pathAt(context), says })]
  })
}
