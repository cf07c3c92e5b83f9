/** The service, whose event loop SIGUSR2 blocks for ever. */
import { runCommand } from '../../../src/app/commands/index.ts'

process.on('SIGUSR2', () => {
  for (;;);
})
process.exitCode = await runCommand(['serve'])
