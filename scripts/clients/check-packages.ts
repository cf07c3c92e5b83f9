/** `bun scripts/clients/check-packages.ts` builds the packages of client libraries and checks them by the tools of their ecosystems. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, isInstalled } from '../contract/generators.ts'
import { report } from '../report.ts'
import { checkPackage, packagings } from './packaging.ts'

for (const packaging of packagings) {
  const missing = packaging.needs.filter((program) => Bun.which(program) === null)
  if (missing.length > 0) {
    report(`${packaging.language}: not checked, install ${missing.join(' and ')}`)
    continue
  }
  const failure = isInstalled(packaging) ? undefined : await install(packaging).catch((error: Error) => error.message)
  if (failure !== undefined) {
    report(`${packaging.language}: NOT CHECKED, ${packaging.name} cannot be installed: ${failure}`)
    continue
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-package-'))
  try {
    await checkPackage(packaging, folder)
    report(`${packaging.language}: nothing to report`)
  } catch (error) {
    report(`${packaging.language}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
