/** The entry of the watchdog thread; an entry point of the compiled executable too (scripts/compile.ts). */
import { serveWatchdog } from '../platform/watchdog/index.ts'

await serveWatchdog()
