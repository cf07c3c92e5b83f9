/** Entry point of worker threads, also in the compiled executable (scripts/compile.ts). */
import { serveTasks } from '../platform/jobs/index.ts'
import { tasks } from './tasks/index.ts'

// The executable starts with a reduced JIT (scripts/compile.ts); tasks run repeatedly.
Bun.unsafe.setJITPolicy(1)
serveTasks(tasks)
