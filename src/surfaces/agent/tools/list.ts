import { type Scope, hasScope } from '../../../platform/identity/index.ts'
import type { Tool, Toolset } from '../tool.ts'
import { importAsset, listAssets } from './others/assets.ts'
import { callApi } from './others/call-api.ts'
import { dmarcSources, dmarcSummary, listSendingDomains } from './others/dmarc.ts'
import { exportTemplate, getExport } from './others/export-template.ts'
import { searchApi } from './others/search-api.ts'
import { editTemplate } from './templates/edit-template.ts'
import { getTemplate } from './templates/get-template.ts'
import { importTemplate } from './templates/import-template.ts'
import { lintTemplate } from './templates/lint-template.ts'
import { listTemplates } from './templates/list-templates.ts'
import { renderTemplate } from './templates/render-template.ts'
import { batchDownload } from './verification/batch-download.ts'
import { batchStatus } from './verification/batch-status.ts'
import { batchVerify } from './verification/batch-verify.ts'
import { blacklistCheck } from './verification/blacklist-check.ts'
import { checkCredits } from './verification/check-credits.ts'
import { domainIntel } from './verification/domain-intel.ts'
import { findEmail } from './verification/find-email.ts'
import { infrastructureCheck } from './verification/infrastructure-check.ts'
import { listJobs } from './verification/list-jobs.ts'
import { orgIntel } from './verification/org-intel.ts'
import { spamTrapAnalysis } from './verification/spam-trap-analysis.ts'
import { verifyEmail } from './verification/verify-email.ts'

/** Every tool, in the order of `tools/list`. */
const tools: readonly Tool[] = [
  verifyEmail,
  batchVerify,
  batchStatus,
  batchDownload,
  listJobs,
  findEmail,
  blacklistCheck,
  infrastructureCheck,
  spamTrapAnalysis,
  domainIntel,
  orgIntel,
  checkCredits,
  listTemplates,
  getTemplate,
  lintTemplate,
  renderTemplate,
  importTemplate,
  editTemplate,
  exportTemplate,
  getExport,
  listAssets,
  importAsset,
  listSendingDomains,
  dmarcSummary,
  dmarcSources,
  searchApi,
  callApi,
]

/** The tools that a caller selected. */
export interface Selection {
  /** Undefined: `verification` if the key may use it, else all that it may use. */
  readonly toolsets: readonly Toolset[] | undefined
  /** Without tools that create or change something. */
  readonly isReadOnly: boolean
}

/** The selected tools that a key with these scopes may use; undefined scopes are not known. */
export function selectTools({ isReadOnly, toolsets }: Selection, scopes: readonly Scope[] | undefined): Tool[] {
  const isAllowed = ({ scope }: Pick<Tool, 'scope'>) =>
    scopes === undefined || scope === 'any' || hasScope({ scopes }, scope)
  const selected = toolsets ?? (isAllowed({ scope: 'verification' }) ? defaults : undefined)
  return tools.filter(
    (tool) => isAllowed(tool) && (selected?.includes(tool.toolset) ?? true) && (tool.isReadOnly || !isReadOnly),
  )
}

const defaults: readonly Toolset[] = ['verification']
