import { isIP } from 'node:net'
import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow'
import { limits } from '../../kernel/limits.ts'
import type { FindPermitted } from '../net/index.ts'
import { ImapFailure, failureOf } from './failure.ts'

export interface ImapAccount {
  readonly host: string
  readonly port: number
  /** `none` only where the operator allows the network. */
  readonly security: 'tls' | 'starttls' | 'none'
  readonly username: string
  /** Exactly one of them; a token is sent as XOAUTH2. */
  readonly credentials: { readonly password: string } | { readonly accessToken: string }
}

/** A session with one folder open. Every method rejects with an ImapFailure. */
export interface ImapSession {
  /** UIDs are valid only together with it (RFC 9051 2.3.1.1). */
  readonly uidValidity: string
  /** UIDs above `after`, ascending. */
  list(after: number): Promise<number[]>
  /** The whole message; undefined if it is gone, `too_large` above the limit, which is not read. */
  read(uid: number): Promise<Uint8Array<ArrayBuffer> | 'too_large' | undefined>
  /** Creates the folder if it does not exist. */
  move(uid: number, folder: string): Promise<void>
  markRead(uid: number): Promise<void>
  close(): Promise<void>
}

export type OpenImap = (account: ImapAccount, folder: string, signal: AbortSignal) => Promise<ImapSession>

export function createOpenImap({ ca, findPermitted }: { findPermitted: FindPermitted; ca?: string }): OpenImap {
  return async (account, folder, signal) => {
    const found = await findPermitted(account.host, account.port)
    if ('refusal' in found) throw new ImapFailure('refused', found.refusal)
    if (found.isPublic && account.security === 'none')
      throw new ImapFailure('refused', `Set security to tls or starttls: ${account.host} is a public host.`)
    const [address = ''] = found.addresses
    const client = await connect(account, address, ca)
    const abort = () => client.close()
    signal.addEventListener('abort', abort, { once: true })
    const step = stepsOf(client)
    try {
      await step('signing in', () => client.connect())
      const { uidValidity } = await openFolder(client, folder)
      return sessionOf(client, {
        uidValidity: String(uidValidity),
        release: () => signal.removeEventListener('abort', abort),
      })
    } catch (error) {
      signal.removeEventListener('abort', abort)
      client.close()
      throw failureOf(error, 'signing in')
    }
  }
}

async function connect(
  { credentials, host, port, security, username }: ImapAccount,
  address: string,
  ca: string | undefined,
): Promise<ImapFlow> {
  // A service without mailboxes does not load the package.
  const { ImapFlow: Client } = await import('imapflow')
  const stepMs = limits.imapStepSeconds * 1000
  const client = new Client({
    host: address,
    port,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user: username, ...('password' in credentials ? { pass: credentials.password } : credentials) },
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca && { ca }) },
    logger: false,
    disableAutoIdle: true,
    maxLiteralSize: limits.reportMailBytes,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
  })
  // Errors also reject the running step; without a listener they would end the process.
  client.on('error', () => undefined)
  return client
}

async function openFolder(client: ImapFlow, folder: string) {
  try {
    return await stepsOf(client)('opening the folder', () => client.mailboxOpen(folder))
  } catch (error) {
    if (!client.usable) throw error
    throw new ImapFailure('folder', `The folder ${folder} cannot be opened.`, { cause: error })
  }
}

/** Runs one step with a timeout, after which the connection is closed. */
function stepsOf(client: ImapFlow) {
  return async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      client.close()
      late.reject(new ImapFailure('connection', `The server did not respond in time while ${name}.`))
    }, limits.imapStepSeconds * 1000)
    const closed = () => late.reject(new ImapFailure('connection', `The server closed the connection while ${name}.`))
    client.once('close', closed)
    late.promise.catch(() => undefined)
    try {
      return await Promise.race([run(), late.promise])
    } catch (error) {
      throw failureOf(error, name)
    } finally {
      clearTimeout(timer)
      client.off('close', closed)
    }
  }
}

function sessionOf(
  client: ImapFlow,
  { release, uidValidity }: { uidValidity: string; release: () => void },
): ImapSession {
  const step = stepsOf(client)
  const folders = new Set<string>()
  const refused = (what: string) => new ImapFailure('connection', `The server ${what}.`)
  async function search(range: string): Promise<number[]> {
    const found = await step('searching', () => client.search({ uid: range }, { uid: true }))
    if (found === false || found === undefined) throw refused('refused to search the folder')
    return found
  }
  /** The response may contain changed flags of other messages. */
  async function readParts(uid: number, query: FetchQueryObject): Promise<FetchMessageObject | undefined> {
    const found = await step('reading', () => client.fetchAll(String(uid), query, { uid: true }))
    return found.find((each) => each.uid === uid)
  }
  return {
    uidValidity,
    async list(after) {
      // `n:*` always contains the last message (RFC 9051 9).
      return (await search(`${after + 1}:*`)).filter((uid) => uid > after).toSorted((a, b) => a - b)
    },
    async read(uid) {
      const size = (await readParts(uid, { size: true }))?.size ?? 0
      if (size > limits.reportMailBytes) return 'too_large'
      const source = (await readParts(uid, { source: true }))?.source
      if (source !== undefined) return Uint8Array.from(source)
      // Only a message that the server no longer lists is gone; a response without content may be repeated.
      if ((await search(String(uid))).includes(uid)) throw refused('returned no content of a message')
      return undefined
    },
    async move(uid, folder) {
      if (!folders.has(folder)) {
        await step('creating a folder', () => createFolder(client, folder))
        folders.add(folder)
      }
      const moved = await step('moving', () => client.messageMove(String(uid), folder, { uid: true }))
      if (moved === false || moved === undefined)
        throw new ImapFailure('folder', `The message cannot be moved to ${folder}.`)
    },
    async markRead(uid) {
      const isMarked = await step('marking', () => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
      if (!isMarked) throw new ImapFailure('folder', 'The folder does not allow to mark messages as read.')
    },
    async close() {
      release()
      try {
        await step('signing out', () => client.logout())
      } catch {
        // The work is done, and the server notices the end of the connection.
      }
      client.close()
    },
  }
}

async function createFolder(client: ImapFlow, folder: string): Promise<void> {
  try {
    await client.mailboxCreate(folder)
  } catch (error) {
    if (!client.usable) throw error
    throw new ImapFailure('folder', `The folder ${folder} cannot be created.`, { cause: error })
  }
}
