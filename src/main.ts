import { runCommand } from './app/commands/index.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  workerEntry: new URL('./app/worker.ts', import.meta.url).href,
  watchdogEntry: new URL('./app/watchdog.ts', import.meta.url).href,
})
