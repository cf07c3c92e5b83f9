/** The entry of the worker threads; an entry point of the compiled executable too (scripts/compile.ts). */
import { serveTasks } from '../platform/jobs/index.ts'
import { tasks } from './tasks/index.ts'

serveTasks(tasks)
