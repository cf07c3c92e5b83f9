import { accessPage } from './docs/access-page.ts'
import { blockListsPage } from './docs/block-lists-page.ts'
import { commandsPage } from './docs/commands-page.ts'
import { configurationPage } from './docs/configuration-page.ts'
import { domainFindingsPage } from './docs/domain-findings-page.ts'
import { errorsPage } from './docs/errors-page.ts'
import { exportTargetsPage } from './docs/export-targets-page.ts'
import { pushProvidersPage } from './docs/push-providers-page.ts'
import { limitsPage } from './docs/limits-page.ts'
import { lintPage } from './docs/lint-page.ts'
import { verdictsPage } from './docs/verdicts-page.ts'
import { clientFiles } from './clients/files.ts'
import { consoleCalls } from './clients/samples/console-calls.ts'
import { blockTextFiles } from './block-texts.ts'
import { firstIconPaths, iconPaths } from './icons.ts'
import { socialMasks } from './social-masks.ts'
import { sdkErrorCodes } from './sdk/error-codes.ts'
import { noticesPage } from './notices.ts'

/** Every generated file of the repository and the function that writes its text. */
export const generatedFiles: Record<string, () => string | Promise<string>> = {
  'docs/access.md': accessPage,
  'docs/errors.md': errorsPage,
  'docs/limits.md': limitsPage,
  'docs/configuration.md': configurationPage,
  'docs/commands.md': commandsPage,
  'docs/lint.md': lintPage,
  'docs/export-targets.md': exportTargetsPage,
  'docs/push-providers.md': pushProvidersPage,
  'docs/verdicts.md': verdictsPage,
  'docs/block-lists.md': blockListsPage,
  'docs/domain-findings.md': domainFindingsPage,
  'src/ui/icons/first-paths.ts': firstIconPaths,
  'src/ui/icons/paths.ts': iconPaths,
  'src/console/programs/calls.json': consoleCalls,
  'src/surfaces/delivery/social-masks.ts': socialMasks,
  ...blockTextFiles,
  'sdk/browser/protocol/error-codes.ts': sdkErrorCodes,
  ...clientFiles,
  'THIRD-PARTY-NOTICES.md': () => noticesPage(),
}
