/**
 * Fair scheduling of scarce resources: threads, browsers, decompression, memory for request bodies, time of the event loop.
 * All work belongs to a partition (a project, its jobs, anonymous callers), waits in that partition's bounded queue, and is
 * served by the time that the partition has used. Imports the error catalog, limits and metrics. Start at scheduler.ts.
 */
export { OverloadError } from './overload-error.ts'
export { type Partition, type WorkContext, clientOf, keyOf, serviceWork } from './partition.ts'
export { type LoopScheduler, createLoopScheduler } from './loop-scheduler.ts'
export { type Lease, type Scheduler, type SchedulerOptions, createScheduler } from './scheduler.ts'
export { type SingleFlight, createSingleFlight } from './single-flight.ts'
export { sizeOfInput } from './input-size.ts'
