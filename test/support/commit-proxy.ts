/** A proxy in front of Postgres that loses the answers to COMMITs, as a failover or a restart of a pooler does. */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { cleanUp } from './clean-up.ts'

/**
 * What happens to the COMMIT of a chosen transaction. The client's connection is cut either way. `late`: before the server
 * gets it, which then commits when `deliver` says. `answer`: once the server has committed.
 */
export type Loss = 'late' | 'answer'

export interface CommitProxy {
  /** Address of the database through the proxy. */
  url: string
  /** COMMITs whose client was cut off so far. */
  lost: number
  /** Loses the COMMITs of transactions with a statement that matches, the next so many of them. */
  lose(loss: Loss, statement: RegExp, count: number): void
  /** Passes on the COMMITs that are held back; resolves when the server has answered them. */
  deliver(): Promise<void>
  /** Loses the answers to this share of all COMMITs from now on, chosen by the function, which gives numbers from 0 to 1. */
  loseShare(share: number, next: () => number): void
}

interface Plan {
  loss: Loss
  statement: RegExp
  count: number
  share: number
  next: () => number
}

/** Starts a proxy on loopback for the database at this address. Frontend messages: PostgreSQL documentation, 55.7. */
export async function startCommitProxy(url: string): Promise<CommitProxy> {
  const target = new URL(url)
  const held: (() => Promise<void>)[] = []
  const plan: Plan = { loss: 'answer', statement: /$^/, count: 0, share: 0, next: () => 1 }
  const proxy: CommitProxy = {
    url: '',
    lost: 0,
    lose: (loss, statement, count) => void Object.assign(plan, { loss, statement, count }),
    deliver: async () => void (await Promise.all(held.splice(0).map((pass) => pass()))),
    loseShare: (share, next) => void Object.assign(plan, { share, next }),
  }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [client, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    let isCut = false
    const statements = new Map<string, string>()
    let isChosen = false
    far.on('data', (bytes) => isCut || client.write(bytes))
    far.on('close', () => isCut || client.destroy())
    client.on('close', () => isCut || far.destroy())

    const answered = () => new Promise<void>((resolve) => far.once('data', () => resolve()))
    const loseCommit = (message: Buffer, loss: Loss) => {
      isCut = true
      proxy.lost++
      const pass = async () => {
        // A message of the extended protocol is executed at the Sync that the client can no longer send.
        const done = answered()
        far.write(message)
        await done
        far.destroy()
      }
      if (loss === 'late') {
        client.destroy()
        held.push(pass)
      } else void pass().then(() => client.destroy())
    }
    const receive = (message: Buffer, rest: Buffer) => {
      const text = statementOf(message, statements)
      if (text !== undefined && /^\s*begin/i.test(text)) isChosen = false
      if (text !== undefined && plan.count > 0 && plan.statement.test(text)) isChosen = true
      const isCommit = text !== undefined && /^\s*commit/i.test(text)
      if (isCommit && isChosen && plan.count > 0) {
        plan.count--
        loseCommit(Buffer.concat([message, rest]), plan.loss)
        return false
      }
      if (isCommit && plan.share > 0 && plan.next() < plan.share) {
        loseCommit(Buffer.concat([message, rest]), 'answer')
        return false
      }
      far.write(message)
      return true
    }
    client.on(
      'data',
      framesOf(receive, () => isCut),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String((server.address() as AddressInfo).port)
  proxy.url = own.href
  return proxy
}

/** Cuts what a client sends into its messages. `receive` gets each with the bytes behind it; false: nothing is read any more. */
function framesOf(receive: (message: Buffer, rest: Buffer) => boolean, isOver: () => boolean) {
  let bytes = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      if (isOver()) return
      // The first messages have no type; the one with this protocol version ends them.
      const lengthAt = isStarted ? 1 : 0
      if (bytes.length < lengthAt + 4) return
      const end = lengthAt + bytes.readInt32BE(lengthAt)
      if (bytes.length < end) return
      const message = bytes.subarray(0, end)
      if (!isStarted) isStarted = message.readInt32BE(4) >> 16 === 3
      bytes = bytes.subarray(end)
      if (!receive(message, bytes)) return
    }
  }
}

/** The statement that a message runs or prepares; undefined for any other message. */
function statementOf(message: Buffer, statements: Map<string, string>): string | undefined {
  const type = String.fromCharCode(message[0] ?? 0)
  const [first = '', second = ''] = message.subarray(5).toString('latin1').split('\0', 2)
  if (type === 'Q') return first
  if (type === 'P') statements.set(first, second)
  // Bind names a portal, then the statement that was prepared.
  return type === 'B' ? statements.get(second) : type === 'P' && first === '' ? second : undefined
}
