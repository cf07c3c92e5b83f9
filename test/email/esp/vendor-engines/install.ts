/** `bun test/email/esp/vendor-engines/install.ts` installs the engines whose languages are on this machine. */
import { install, isInstalled, toolsOf } from '../../../../scripts/contract/generators.ts'
import { report } from '../../../../scripts/report.ts'
import { vendorEngines } from './vendor-engines.ts'

for (const engine of vendorEngines) {
  const missing = engine.needs.filter((program) => Bun.which(program) === null)
  if (missing.length > 0) report(`${engine.name} needs ${missing.join(', ')}`)
  else if (!isInstalled(engine)) {
    const commands = engine.install.map((command) => command.map((word) => word.replace('{tools}', toolsOf(engine))))
    await install({ name: engine.name, install: commands }).catch((error: Error) =>
      report(`${engine.name} cannot be installed: ${error.message}`),
    )
  }
}
