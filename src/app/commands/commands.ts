import { verifyAuditCommand } from './audit.ts'
import type { Command } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { cancelJobCommand, redriveJobsCommand, retryJobCommand } from './jobs-steering.ts'
import { jobStatsCommand, listJobsCommand, showJobCommand } from './jobs.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './keys.ts'
import { lintCommand } from './lint.ts'
import { migrateCommand } from './migrate.ts'
import { openapiCommand } from './openapi.ts'
import { setPlanCommand } from './plan.ts'
import { createProjectCommand, listProjectsCommand } from './projects.ts'
import { renderCommand } from './render.ts'
import { serveCommand } from './serve.ts'
import { createUserCommand } from './users.ts'
import { verifyCommand } from './verify.ts'
import { versionCommand } from './version.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  serveCommand,
  migrateCommand,
  createKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  createProjectCommand,
  listProjectsCommand,
  setPlanCommand,
  createUserCommand,
  verifyAuditCommand,
  listJobsCommand,
  showJobCommand,
  jobStatsCommand,
  retryJobCommand,
  redriveJobsCommand,
  cancelJobCommand,
  openapiCommand,
  renderCommand,
  lintCommand,
  verifyCommand,
  doctorCommand,
  versionCommand,
]
