/** An IMAP server (RFC 9051, RFC 3501) with one account in memory, which can drop the connection at any step. */
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { cleanUp } from './clean-up.ts'

export interface StoredMessage {
  readonly uid: number
  readonly content: Buffer
  isSeen: boolean
}

/** Step 0 is the greeting, each command is one more. `inside`: half of the response is sent. */
export interface Drop {
  readonly step: number
  readonly when: 'before' | 'inside' | 'after'
}

export interface ImapServer {
  readonly port: number
  folders: Map<string, StoredMessage[]>
  /** Credentials that were presented: passwords, and tokens of XOAUTH2. */
  readonly presented: string[]
  /** Sessions so far; those of now. */
  readonly sessions: { started: number; open: number }
  /** Applies to the next session only; true once it was reached. */
  drop: (Drop & { isReached?: boolean }) | undefined
  /** Accepted passwords and tokens. */
  accepted: Set<string>
  /** Sign-ins wait for it. */
  opened: Promise<void>
  deliver(content: string): void
}

interface Session {
  tag: string
  folder: StoredMessage[]
}

export async function startImapServer(): Promise<ImapServer> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    state.sessions.started++
    state.sessions.open++
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      state.sessions.open--
    })
    serve(socket, state)
  })
  let lastUid = 0
  const state: ImapServer & { nextUid: () => number } = {
    port: 0,
    folders: new Map([['INBOX', []]]),
    presented: [],
    sessions: { started: 0, open: 0 },
    drop: undefined,
    accepted: new Set(['secret']),
    opened: Promise.resolve(),
    nextUid: () => ++lastUid,
    deliver(content) {
      state.folders.get('INBOX')?.push({ uid: ++lastUid, content: Buffer.from(content), isSeen: false })
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  Object.assign(state, { port: (server.address() as AddressInfo).port })
  cleanUp(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return state
}

function serve(socket: Socket, state: ImapServer & { nextUid: () => number }): void {
  const session: Session = { tag: '', folder: [] }
  const { drop } = state
  state.drop = undefined
  let step = 0
  const send = async (respond: () => string | Promise<string>) => {
    const at = drop?.step === step++ ? drop : undefined
    if (at !== undefined) at.isReached = true
    if (at?.when === 'before') return socket.destroy()
    const response = Buffer.from(await respond(), 'latin1')
    if (at?.when === 'after') return socket.destroy()
    if (at?.when === 'inside') return socket.end(response.subarray(0, response.length / 2))
    return socket.write(response)
  }
  let pending = ''
  let work = send(() => '* OK Ready\r\n')
  socket.on('data', (bytes: Buffer) => {
    pending += bytes.toString('latin1')
    for (let end = pending.indexOf('\r\n'); end !== -1; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      work = work.then(() => send(() => respondTo(line, session, state)))
    }
  })
}

async function respondTo(
  line: string,
  session: Session,
  state: ImapServer & { nextUid: () => number },
): Promise<string> {
  const [tag = '', ...words] = line.split(' ')
  const isUid = words[0]?.toUpperCase() === 'UID'
  const [name = '', ...rest] = isUid ? words.slice(1) : words
  const ok = (untagged = '') => `${untagged}${tag} OK Done\r\n`
  const named = (text = '') => text.replaceAll('"', '')
  const found = (uid = '') => session.folder.find((each) => each.uid === Number(uid))
  switch (name.toUpperCase()) {
    case 'CAPABILITY':
      return ok('* CAPABILITY IMAP4rev1 AUTH=XOAUTH2 SASL-IR MOVE UIDPLUS\r\n')
    case 'AUTHENTICATE':
      return signIn(tag, readCredential(rest), state)
    case 'LOGIN':
      return signIn(tag, named(rest[1]), state)
    case 'LIST':
      if (named(rest.join(' ')).trim() === '') return ok('* LIST (\\Noselect) "/" ""\r\n')
      return ok([...state.folders.keys()].map((each) => `* LIST (\\HasNoChildren) "/" "${each}"\r\n`).join(''))
    case 'SELECT': {
      const folder = state.folders.get(named(rest[0]))
      if (folder === undefined) return `${tag} NO [NONEXISTENT] No such folder\r\n`
      session.folder = folder
      return `* ${folder.length} EXISTS\r\n* OK [UIDVALIDITY 7] Valid\r\n${tag} OK [READ-WRITE] Open\r\n`
    }
    case 'SEARCH': {
      const [from = '', to] = (rest.at(-1) ?? '').split(':')
      const last = session.folder.at(-1)?.uid
      const uids = session.folder
        .map(({ uid }) => uid)
        .filter((uid) => (to === undefined ? uid === Number(from) : uid >= Number(from) || uid === last))
      return ok(`* SEARCH ${uids.join(' ')}\r\n`)
    }
    case 'FETCH': {
      const message = found(rest[0])
      if (message === undefined) return ok()
      const content = message.content.toString('latin1')
      const item = line.includes('BODY.PEEK')
        ? `BODY[] {${content.length}}\r\n${content}`
        : `RFC822.SIZE ${content.length}`
      // A change of another message, which servers may report at any time.
      const other = `* 9 FETCH (UID 999999 FLAGS (\\Seen))\r\n`
      return ok(`${other}* ${session.folder.indexOf(message) + 1} FETCH (UID ${message.uid} ${item})\r\n`)
    }
    case 'CREATE':
      if (state.folders.has(named(rest[0]))) return `${tag} NO [ALREADYEXISTS] It exists\r\n`
      state.folders.set(named(rest[0]), [])
      return ok()
    case 'MOVE': {
      const target = state.folders.get(named(rest[1]))
      const message = found(rest[0])
      if (target === undefined) return `${tag} NO [TRYCREATE] No such folder\r\n`
      if (message === undefined) return ok()
      session.folder.splice(session.folder.indexOf(message), 1)
      target.push({ ...message, uid: state.nextUid() })
      return ok()
    }
    case 'STORE': {
      const message = found(rest[0])
      if (message !== undefined) message.isSeen = true
      return ok()
    }
    case 'LOGOUT':
      return ok('* BYE\r\n')
    case 'NAMESPACE':
      return ok('* NAMESPACE (("" "/")) NIL NIL\r\n')
    case 'NOOP':
    case 'SUBSCRIBE':
      return ok()
    default:
      return `${tag} BAD Unknown command\r\n`
  }
}

async function signIn(tag: string, credential: string, state: ImapServer): Promise<string> {
  state.presented.push(credential)
  await state.opened
  return state.accepted.has(credential)
    ? `${tag} OK Signed in\r\n`
    : `${tag} NO [AUTHENTICATIONFAILED] Not accepted\r\n`
}

/** The password of PLAIN (RFC 4616), or the token of XOAUTH2. */
function readCredential([mechanism, response = '']: readonly string[]): string {
  const text = Buffer.from(response, 'base64').toString()
  return mechanism?.toUpperCase() === 'PLAIN'
    ? (text.split('\0')[2] ?? '')
    : (/auth=Bearer ([^\x01]*)/.exec(text)?.[1] ?? '')
}
