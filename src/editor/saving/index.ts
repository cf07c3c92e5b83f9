/**
 * Keeping what people do: operations sent to the service as they are made, kept while it cannot be reached, fitted behind what
 * others did, and asked about where that contradicts. Also who may edit at all. Uses bridge, canvas, state and the engines. Start at
 * saver.ts.
 */
export { type Saver, type SaverDeps, createSaver, saverOf } from './saver.ts'
export { type KeptEdits, type LeftEdits, type Shelf, createShelf } from './offline-store.ts'
export { type LockState, type LockKeeper, keepLock, lockKeeperOf } from './lock-keeping.ts'
