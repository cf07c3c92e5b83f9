/** Compiled to an executable with its worker: has it double a number. */
import { createWorkers } from '../../../../src/platform/jobs/index.ts'
import { serviceWork } from '../../../../src/platform/scheduling/index.ts'

const pool = createWorkers({ entry: new URL('./worker.ts', import.meta.url).href })
console.log(await pool.forCaller(serviceWork).runInWorker<number>('double', 21))
pool.close()
