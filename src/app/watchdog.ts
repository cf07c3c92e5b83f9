/** Entry point of the watchdog thread, also in the compiled executable (scripts/compile.ts). */
import { serveWatchdog } from '../platform/watchdog/index.ts'

await serveWatchdog()
