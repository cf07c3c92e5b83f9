import type { CommandEntry } from './command.ts'

/** In the order of the help. The module of a command and its dependencies are loaded when it runs. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Migrate the store, then serve everything on one port',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'migrate',
    summary: 'Bring the store to the schema of this version',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'keys create',
    summary: 'Create an API key and print it once',
    load: async () => (await import('./keys.ts')).createKeyCommand,
  },
  {
    name: 'keys list',
    summary: 'List the API keys of a project',
    load: async () => (await import('./keys.ts')).listKeysCommand,
  },
  {
    name: 'keys revoke',
    summary: 'Revoke an API key for good',
    load: async () => (await import('./keys.ts')).revokeKeyCommand,
  },
  {
    name: 'projects create',
    summary: 'Create a project and print its plugin credentials once',
    load: async () => (await import('./projects.ts')).createProjectCommand,
  },
  {
    name: 'projects list',
    summary: 'List the projects',
    load: async () => (await import('./projects.ts')).listProjectsCommand,
  },
  {
    name: 'plan set',
    summary: 'Change the plan of a company',
    load: async () => (await import('./plan.ts')).setPlanCommand,
  },
  {
    name: 'setup-link',
    summary: 'Print a new setup link for the first account',
    load: async () => (await import('./setup-link.ts')).setupLinkCommand,
  },
  {
    name: 'seed',
    summary: 'Fill an empty project with content to look at',
    load: async () => (await import('./seed.ts')).seedCommand,
  },
  {
    name: 'users create',
    summary: 'Create a console account',
    load: async () => (await import('./users.ts')).createUserCommand,
  },
  {
    name: 'users list',
    summary: 'List the console accounts',
    load: async () => (await import('./users.ts')).listUsersCommand,
  },
  {
    name: 'users reset',
    summary: 'Set a new password for a console account and end its sessions',
    load: async () => (await import('./users.ts')).resetUserCommand,
  },
  {
    name: 'users role',
    summary: 'Change the role of a console account',
    load: async () => (await import('./users.ts')).changeRoleCommand,
  },
  {
    name: 'users disable',
    summary: 'Disable a console account and end its sessions',
    load: async () => (await import('./users.ts')).disableUserCommand,
  },
  {
    name: 'users enable',
    summary: 'Enable a disabled console account',
    load: async () => (await import('./users.ts')).enableUserCommand,
  },
  {
    name: 'users remove',
    summary: 'Delete a console account for good',
    load: async () => (await import('./users.ts')).removeUserCommand,
  },
  {
    name: 'audit verify',
    summary: 'Verify that no row of the audit log was altered, forged or removed',
    load: async () => (await import('./audit.ts')).verifyAuditCommand,
  },
  {
    name: 'audit list',
    summary: 'List rows of the audit log, the newest first',
    load: async () => (await import('./audit-reading.ts')).listAuditCommand,
  },
  {
    name: 'audit export',
    summary: 'Write rows of the audit log as NDJSON or CSV, the oldest first',
    load: async () => (await import('./audit-reading.ts')).exportAuditCommand,
  },
  {
    name: 'secrets rotate',
    summary: 'Replace the instance secret and seal what is stored with the new one',
    load: async () => (await import('./secrets.ts')).rotateSecretCommand,
  },
  {
    name: 'secrets status',
    summary: 'Show which keys stored secrets are sealed with',
    load: async () => (await import('./secrets.ts')).secretStatusCommand,
  },
  {
    name: 'secrets forget',
    summary: 'Delete the instance secrets before the current one',
    load: async () => (await import('./secrets.ts')).forgetSecretsCommand,
  },
  {
    name: 'jobs list',
    summary: 'List background jobs, the newest first',
    load: async () => (await import('./jobs.ts')).listJobsCommand,
  },
  {
    name: 'jobs show',
    summary: 'Show a job with its payload, progress, result and errors',
    load: async () => (await import('./jobs.ts')).showJobCommand,
  },
  {
    name: 'jobs stats',
    summary: 'Count jobs by kind and state, and show paused or limited partitions',
    load: async () => (await import('./jobs.ts')).jobStatsCommand,
  },
  {
    name: 'jobs retry',
    summary: 'Run a dead, canceled or scheduled job now',
    load: async () => (await import('./jobs-steering.ts')).retryJobCommand,
  },
  {
    name: 'jobs redrive',
    summary: 'Have all dead jobs of a kind run again',
    load: async () => (await import('./jobs-steering.ts')).redriveJobsCommand,
  },
  {
    name: 'jobs cancel',
    summary: 'Cancel a job that has not finished',
    load: async () => (await import('./jobs-steering.ts')).cancelJobCommand,
  },
  {
    name: 'storage check',
    summary: 'Check the SQLite database for damage',
    load: async () => (await import('./storage.ts')).checkStorageCommand,
  },
  {
    name: 'files link',
    summary: 'Declare that the stored files belong to this database',
    load: async () => (await import('./files.ts')).linkFilesCommand,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of the API',
    load: async () => (await import('./openapi.ts')).openapiCommand,
  },
  {
    name: 'render',
    summary: 'Render a document file to HTML, text, AMP, MJML, ZIP, PDF, PNG or canonical JSON',
    load: async () => (await import('./render.ts')).renderCommand,
  },
  {
    name: 'lint',
    summary: 'Check an email document for problems that recipients would see',
    load: async () => (await import('./lint.ts')).lintCommand,
  },
  {
    name: 'verify',
    summary: 'Verify whether an email address is deliverable',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'dmarc read',
    summary: 'Explain DMARC, failure and TLS reports in files, mails and archives',
    load: async () => (await import('./dmarc-read.ts')).readDmarcCommand,
  },
  {
    name: 'mcp',
    summary: 'Serve the tools for agents over standard input and output',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  {
    name: 'doctor',
    summary: 'Check configuration, data directory, storage and network; a line each',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    name: 'version',
    summary: 'Print the version',
    load: async () => (await import('./version.ts')).versionCommand,
  },
]
