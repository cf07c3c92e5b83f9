import type { Node } from '../model.ts'
import { readItems, readMembers } from './compile.ts'
import { withIds } from './ids.ts'
import { type Reader, type Reading, isRecord, quoted } from './reading.ts'

/** How what is in slots is read. */
export interface SlotReaders {
  block: Reader
  property(type: string, name: string): Reader | undefined
}

/**
 * A reader of what an instance puts into slots. Which slots there are only the module knows; what is put there is held to
 * the rules of its type all the same. Blocks in a slot have ids of their own, which need to be unique there only.
 */
export function readSlots(shape: Reader, readers: SlotReaders): Reader {
  const filling: Reader = (value, reading) => {
    if (Array.isArray(value)) return readBlocks(value, readers.block, reading)
    return readProperties(value, readers, reading)
  }
  return (value, reading) => {
    const slots = shape(value, reading)
    return isRecord(slots) ? readMembers(slots, reading, { readerOf: () => filling, refusal: () => '' }) : slots
  }
}

function readBlocks(value: readonly unknown[], block: Reader, reading: Reading): unknown {
  const { ids, shallow, unnamed } = reading
  reading.ids = new Set()
  reading.unnamed = 0
  reading.shallow = false
  const list = readItems(value, block, reading)
  const named = reading.unnamed === 0 || reading.issues.length > 0 ? list : withIds(list as Node[], reading.ids)
  Object.assign(reading, { ids, shallow, unnamed })
  return named
}

function readProperties(value: unknown, { property }: SlotReaders, reading: Reading): unknown {
  if (!isRecord(value))
    return reading.problem(`expected a list of blocks, or properties with a type, not ${quoted(value)}`)
  const { type } = value
  if (typeof type !== 'string' || type === '') return reading.problem('is required: name the type of the block', 'type')
  return readMembers(value, reading, {
    readerOf: (name) => (name === 'type' ? (same: unknown) => same : property(type, name)),
    refusal: () => `is not a property of a ${type}`,
  })
}
