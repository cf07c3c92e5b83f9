import type { ErrorEntry } from './entry.ts'
import { assetErrors } from './families/assets.ts'
import { callerErrors } from './families/caller.ts'
import { ampErrors } from './families/amp.ts'
import { dmarcErrors } from './families/dmarc.ts'
import { documentErrors } from './families/documents.ts'
import { exportErrors } from './families/exports.ts'
import { jobErrors } from './families/jobs.ts'
import { pluginErrors } from './families/plugin.ts'
import { projectErrors } from './families/projects.ts'
import { requestErrors } from './families/request.ts'
import { serviceErrors } from './families/service.ts'
import { templateErrors } from './families/templates.ts'
import { verificationErrors } from './families/verification.ts'
import { webhookErrors } from './families/webhooks.ts'

/** Every error of the service, one family per file, in the order of docs/errors.md. */
export const catalog = {
  ...requestErrors,
  ...callerErrors,
  ...templateErrors,
  ...documentErrors,
  ...exportErrors,
  ...assetErrors,
  ...verificationErrors,
  ...dmarcErrors,
  ...ampErrors,
  ...webhookErrors,
  ...jobErrors,
  ...projectErrors,
  ...serviceErrors,
  ...pluginErrors,
} satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof catalog
