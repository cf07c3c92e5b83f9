/** Compiled to an executable with its worker: has it double a number. */
import { createWorkers } from '../../../../src/platform/jobs/index.ts'

const workers = createWorkers({ entry: new URL('./worker.ts', import.meta.url).href })
console.log(await workers.runInWorker<number>('double', 21))
workers.close()
