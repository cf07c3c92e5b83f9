/**
 * Saving: operations are sent as they are made, stored while the service is unreachable, rebased onto changes of
 * others, and merged on conflict. Also the editing lock. Start at saver.ts.
 */
export { type Saver, type SaverDeps, createSaver, saverOf } from './saver.ts'
export { type KeptEdits, type LeftEdits, type OfflineStore, createOfflineStore } from './offline-store.ts'
export { requestOf } from './queue.ts'
export { type LockState, type LockKeeper, type RequestState, keepLock, lockKeeperOf } from './lock-keeping.ts'
