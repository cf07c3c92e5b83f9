/** Translations of nodes that an instance expands to. */
import { isEqual } from '../comparison/equal.ts'
import { propertyKeys } from '../comparison/tree.ts'
import type { Block, ModuleUse, NodeId, SlotFilling, Translations } from '../model.ts'
import { isRecord } from '../reading/reading.ts'
import { childLists } from '../walk.ts'
import { type ModuleFragment, idInside } from './fragment.ts'

type Locales = Translations['locales']
type Values = Record<string, unknown>

/**
 * Adds the module's translations in the locales of the document. Slot content of the instance overrides the module's
 * translation of that slot.
 */
export function adoptTranslations({ translations = {} }: ModuleFragment, use: ModuleUse, locales: Locales): void {
  for (const [locale, values] of Object.entries(translations)) {
    const known = locales[locale]
    if (known === undefined) continue
    for (const [key, value] of Object.entries(values)) {
      const dot = key.indexOf('.')
      const slot = use.slots?.[key.slice(0, dot)]
      if (slot !== undefined && !Array.isArray(slot) && Object.hasOwn(slot, key.slice(dot + 1))) continue
      known[idInside(use.id, key)] = value
    }
  }
}

/** Moves translated slot contents of an instance to the expanded nodes. */
export function spreadSlotTranslations(use: ModuleUse, locales: Locales): void {
  for (const values of Object.values(locales)) {
    const slots = values[`${use.id}.slots`]
    if (!isRecord(slots)) continue
    for (const [slot, filling] of Object.entries(slots as Record<string, SlotFilling>)) {
      const at = idInside(use.id, slot)
      const before = use.slots?.[slot]
      if (!Array.isArray(filling)) addProperties(values, at, filling)
      else if (Array.isArray(before)) addBlocks(values, at, { before, blocks: filling })
    }
  }
}

function addProperties(values: Values, id: NodeId, { type: _, ...properties }: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) values[`${id}.${name}`] = value
}

// Blocks that exist in one language only have no position in the others.
function addBlocks(values: Values, at: NodeId, { before, blocks }: { before: Block[]; blocks: Block[] }): void {
  const known = new Map(allIn(before).map((block) => [block.id, block]))
  for (const block of allIn(blocks)) {
    const old = known.get(block.id)
    if (old === undefined || old.type !== block.type) continue
    for (const name of propertyKeys(old, block)) {
      if (block[name] !== undefined && !isEqual(old[name], block[name])) {
        values[`${idInside(at, block.id)}.${name}`] = block[name]
      }
    }
  }
}

function allIn(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...childLists(block).flatMap((list) => allIn(list as readonly Block[]))])
}
