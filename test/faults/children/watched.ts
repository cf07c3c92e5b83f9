/** A process under a watchdog that blocks its event loop when its input says so, busy or with a full pipe. Prints the other lines of its input. */
import { writeSync } from 'node:fs'
import { createLog } from '../../../src/platform/log/index.ts'
import { createActivity, startWatchdog } from '../../../src/platform/watchdog/index.ts'

const limitMs = Number(process.argv[2])
const activity = createActivity()
const entry = new URL('../../../src/app/watchdog.ts', import.meta.url).href
startWatchdog({ entry, activity, log: createLog('error'), limitMs })
const say = (line: string) => writeSync(1, `${line}\n`)
say('started')
for await (const line of console) {
  if (line === 'block') for (;;);
  if (line === 'fill') for (;;) writeSync(2, 'x'.repeat(65_536))
  say(line)
}
