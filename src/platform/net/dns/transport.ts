import { connect } from 'node:net'
import { type Question, type Reply, readReply, writeQuestion } from './packet.ts'
import { type DnsServer, UdpPorts } from './udp-ports.ts'

export type { DnsServer }

/** Options of one query to one server. */
export interface Requesting {
  readonly server: DnsServer
  readonly timeoutMs: number
  readonly hasEdns: boolean
}

const ports = new UdpPorts()

/** Queries over UDP. Datagrams that do not match the question are ignored. Undefined on timeout or a closed port. */
export async function queryByUdp(
  question: Question,
  { server, timeoutMs, hasEdns }: Requesting,
): Promise<Reply | undefined> {
  const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
  const timer = setTimeout(() => resolve(undefined), timeoutMs)
  let done: ((isClean: boolean) => void) | undefined
  try {
    done = await ports.send(server, writeQuestion(question, hasEdns), (bytes) => {
      if (bytes === undefined) return resolve(undefined)
      const reply = readReply(bytes, question)
      if (reply !== undefined) resolve(reply)
    })
    const reply = await promise
    done(reply !== undefined)
    return reply
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Queries over TCP (RFC 7766), for answers that do not fit a datagram. Undefined on timeout or a broken reply. */
export async function queryByTcp(
  question: Question,
  { server, timeoutMs, hasEdns }: Requesting,
): Promise<Reply | undefined> {
  const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
  const bytes = writeQuestion(question, hasEdns)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  const socket = connect(server.port, server.host, () => socket.write(Buffer.concat([length, bytes])))
  const timer = setTimeout(() => resolve(undefined), timeoutMs)
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => {
    parts.push(part)
    const all = Buffer.concat(parts)
    if (all.length >= 2 && all.length >= 2 + all.readUInt16BE(0))
      resolve(readReply(all.subarray(2, 2 + all.readUInt16BE(0)), question))
  })
  socket.on('error', () => resolve(undefined))
  socket.on('close', () => resolve(undefined))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}
