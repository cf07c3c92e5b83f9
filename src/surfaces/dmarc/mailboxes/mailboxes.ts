/** Create, read, change and delete mailboxes. Functions that write must run in a transaction. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../platform/http/index.ts'
import type { Caller, Vault } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { readAuth } from './auth.ts'
import { type CreateMailbox, type GivenAuth, type ShownAuth, UpdateMailbox } from './contract.ts'
import { presentMailboxDetail } from './present.ts'
import * as rows from './store.ts'

export interface MailboxDeps {
  readonly vault: Pick<Vault, 'open' | 'seal'>
  /** Why a URL is not allowed; undefined if it is. */
  refusalOf(url: string): string | undefined
}

/** MAILBOX_NOT_FOUND also for mailboxes of other projects. */
export async function loadMailbox(db: Db, caller: Caller, id: string): Promise<rows.MailboxRow> {
  const row = isId('mailbox', id) ? await rows.selectMailbox(db, caller.projectId, id) : undefined
  return row ?? fail('MAILBOX_NOT_FOUND')
}

/** LIMIT_REACHED if the project has too many. */
export async function createMailbox(
  db: Db,
  caller: Caller,
  input: CreateMailbox,
  { refusalOf, vault }: MailboxDeps,
): Promise<rows.MailboxRow> {
  const { projectId } = caller
  const { shown, secrets } = readAuth(input.auth, { host: input.host, refusalOf })
  if ((await rows.countMailboxes(db, projectId)) >= limits.mailboxes)
    fail('LIMIT_REACHED', `A project is limited to ${limits.mailboxes} mailboxes.`)
  const now = db.nowMs()
  const id = createId('mailbox', now)
  const { security = 'tls' } = input
  const row: rows.MailboxRow = {
    id,
    projectId,
    name: input.name,
    host: input.host,
    port: input.port ?? (security === 'tls' ? 993 : 143),
    security,
    username: input.username,
    auth: shown,
    credentials: vault.seal(JSON.stringify(secrets), rows.credentialsContext({ id, projectId })),
    folder: input.folder ?? 'INBOX',
    after: input.after ?? 'move',
    processedFolder: input.processed_folder ?? 'Processed',
    rejectedFolder: input.rejected_folder ?? 'Rejected',
    intervalMinutes: input.interval_minutes ?? 5,
    isEnabled: input.enabled ?? true,
    ...unread,
    messages: 0,
    reports: 0,
    lastRunAt: null,
    lastSuccessAt: null,
    dueAt: now,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  refuseSameFolders(row)
  await rows.insertMailbox(db, row)
  await recordAct(db, caller, ['dmarc.mailbox_created', id], { host: row.host })
  return row
}

/** The state before the first run. */
const unread = {
  state: 'new',
  problem: null,
  error: null,
  failures: 0,
  uidValidity: null,
  lastUid: 0,
  attempts: 0,
} as const

/** Changes the given members. What determines where the secrets are sent requires them again. */
export async function changeMailbox(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateMailbox; ifMatch: string | undefined },
  { refusalOf, vault }: MailboxDeps,
): Promise<rows.MailboxRow> {
  const row = await takeMailbox(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const body = await takeWritable(UpdateMailbox, given, async () =>
    presentMailboxDetail(row, await rows.selectRuns(db, id, limits.mailboxRuns)),
  )
  const isSameAuth = body.auth === undefined || isSame(body.auth, row.auth as ShownAuth)
  const server = {
    host: body.host ?? row.host,
    port: body.port ?? row.port,
    security: body.security ?? row.security,
    username: body.username ?? row.username,
  }
  const isOtherServer = (['host', 'port', 'security', 'username'] as const).some((name) => server[name] !== row[name])
  if (isOtherServer && isSameAuth) {
    const message = 'required with a change of host, port, security or username: stored secrets stay with their server'
    fail('VALIDATION_FAILED', { issues: [{ path: '/auth', message }] })
  }
  const wanted = {
    ...server,
    name: body.name ?? row.name,
    folder: body.folder ?? row.folder,
    after: body.after ?? row.after,
    processedFolder: body.processed_folder ?? row.processedFolder,
    rejectedFolder: body.rejected_folder ?? row.rejectedFolder,
    intervalMinutes: body.interval_minutes ?? row.intervalMinutes,
    isEnabled: body.enabled ?? row.isEnabled,
  }
  refuseSameFolders(wanted)
  const changed = Object.entries(wanted).filter(([name, value]) => row[name as keyof typeof wanted] !== value)
  if (changed.length === 0 && isSameAuth) return row
  const read = isSameAuth ? undefined : readAuth(body.auth as GivenAuth, { host: server.host, refusalOf })
  const now = db.nowMs()
  const change = {
    ...wanted,
    ...(read === undefined
      ? {}
      : { auth: read.shown, credentials: vault.seal(JSON.stringify(read.secrets), rows.credentialsContext(row)) }),
    ...(isOtherServer || wanted.folder !== row.folder ? { uidValidity: null, lastUid: 0 } : {}),
    attempts: 0,
    dueAt: now,
    revision: row.revision + 1,
    updatedAt: now,
  }
  await rows.updateMailbox(db, caller.projectId, id, change)
  await recordAct(db, caller, ['dmarc.mailbox_updated', id], { changed: Object.keys(given) })
  return { ...row, ...change }
}

export async function removeMailbox(db: Db, caller: Caller, id: string, ifMatch: string | undefined): Promise<void> {
  const row = await takeMailbox(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  await rows.deleteMailbox(db, caller.projectId, id)
  await recordAct(db, caller, ['dmarc.mailbox_deleted', id], { host: row.host })
}

/** As a read returned it, so without secrets. */
function isSame(given: GivenAuth | ShownAuth, stored: ShownAuth): boolean {
  const [members, known] = [Object.entries(given), new Map(Object.entries(stored))]
  return members.length === known.size && members.every(([name, value]) => known.get(name) === value)
}

async function takeMailbox(db: Db, caller: Caller, id: string): Promise<rows.MailboxRow> {
  const row = isId('mailbox', id) ? await rows.lockMailbox(db, caller.projectId, id) : undefined
  return row ?? fail('MAILBOX_NOT_FOUND')
}

// A message that is moved into the folder that is read would be read again and again.
function refuseSameFolders({
  after,
  folder,
  processedFolder,
  rejectedFolder,
}: Pick<rows.MailboxRow, 'after' | 'folder' | 'processedFolder' | 'rejectedFolder'>): void {
  if (after !== 'move') return
  for (const [path, target] of [
    ['/processed_folder', processedFolder],
    ['/rejected_folder', rejectedFolder],
  ] as const)
    if (target.toLowerCase() === folder.toLowerCase())
      fail('VALIDATION_FAILED', { issues: [{ path, message: 'must differ from folder, which would be read again' }] })
}
