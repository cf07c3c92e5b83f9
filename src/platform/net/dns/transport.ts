import { connect, isIP } from 'node:net'
import { type Question, type Reply, readReply, writeQuestion } from './packet.ts'

/** A DNS server; an IPv6 address stands without brackets. */
export interface DnsServer {
  readonly host: string
  readonly port: number
}

/** How one server is asked once. */
export interface Asking {
  readonly server: DnsServer
  readonly timeoutMs: number
  readonly hasEdns: boolean
}

/**
 * Asks over UDP, from a port of its own for each question, so that a forger has the port and the id to guess (RFC 5452 9.2).
 * What does not answer the question is passed over. Undefined: nothing came in time, or nobody listens there.
 */
export async function askByUdp(question: Question, { server, timeoutMs, hasEdns }: Asking): Promise<Reply | undefined> {
  const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
  const timer = setTimeout(() => resolve(undefined), timeoutMs)
  let socket: Bun.udp.ConnectedSocket<'buffer'> | undefined
  try {
    socket = await Bun.udpSocket({
      // A socket is of one family, IPv4 unless it is told.
      ...(isIP(server.host) === 6 ? { hostname: '::' } : {}),
      connect: { hostname: server.host, port: server.port },
      socket: {
        data(_socket, bytes) {
          const reply = readReply(bytes, question)
          if (reply !== undefined) resolve(reply)
        },
        error: () => resolve(undefined),
      },
    })
    socket.send(writeQuestion(question, hasEdns))
    return await promise
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    socket?.close()
  }
}

/** Asks over TCP (RFC 7766), for answers that do not fit a datagram. Undefined: no reply in time, or a broken one. */
export async function askByTcp(question: Question, { server, timeoutMs, hasEdns }: Asking): Promise<Reply | undefined> {
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
