/** The entry of the worker threads; an entry point of the compiled executable too (scripts/compile.ts). */
import { serveTasks } from '../platform/jobs/index.ts'
import { tasks } from './tasks/index.ts'

// The executable starts reluctant to compile (scripts/compile.ts); tasks run again and again.
Bun.unsafe.setJITPolicy(1)
serveTasks(tasks)
