import type { Node } from '../model.ts'
import { readItems, readMembers } from './compile.ts'
import { withIds } from './ids.ts'
import { type Reader, type Reading, isRecord, quoted } from './reading.ts'

export interface SlotReaders {
  block: Reader
  property(type: string, name: string): Reader | undefined
}

/**
 * A reader of slot contents. The existing slots are known only to the module, but the contents are validated by the rules of
 * their type. Block ids must be unique within their slot only.
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
  if (typeof type !== 'string' || type === '') return reading.problem('is required: the type of the block', 'type')
  return readMembers(value, reading, {
    readerOf: (name) => (name === 'type' ? (same: unknown) => same : property(type, name)),
    refusal: () => `is not a property of a ${type}`,
  })
}
