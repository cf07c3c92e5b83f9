import packet from 'dns-packet'
import { type AddressInfo, type Server, createServer } from 'node:net'
import { cleanUp } from './clean-up.ts'

/** What a test server answers: records without name and class, an rcode, or nothing at all. */
export type ZoneAnswer =
  | {
      records?: ZoneRecord[]
      rcode?: 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'FORMERR'
      soa?: number
      isAuthentic?: boolean
      /** A name server to ask instead. */
      referral?: string
    }
  | 'silence'
export type ZoneRecord = { type: string; name?: string; ttl?: number; data: unknown }

export interface DnsServerUnderTest {
  readonly host: string
  readonly port: number
  /** Every question that arrived, such as `A a.test` or `tcp TXT a.test`. */
  readonly questions: string[]
  close(): void
}

const rcodes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }
const largestDatagram = 1232

/**
 * A DNS server on loopback, over UDP and TCP, that answers as the function says. `wrong` sends a forged reply of that kind
 * before the true one.
 */
export async function startDnsServer(
  answer: (name: string, type: string, asked: number) => ZoneAnswer,
  {
    wrong,
    withoutEdns = false,
    host = '127.0.0.1',
    port: at = 0,
  }: { wrong?: (query: packet.Packet) => packet.Packet; withoutEdns?: boolean; host?: string; port?: number } = {},
): Promise<DnsServerUnderTest> {
  const questions: string[] = []
  const seen = new Map<string, number>()

  function reply(bytes: Uint8Array, isTcp: boolean): Buffer | undefined {
    const query = decode(bytes)
    const question = query?.questions?.[0]
    if (query === undefined || question === undefined) return undefined
    const key = `${question.type} ${question.name}`
    questions.push(isTcp ? `tcp ${key}` : key)
    const hasEdns = query.additionals?.some((each) => each.type === 'OPT') === true
    const given: ZoneAnswer =
      withoutEdns && hasEdns ? { rcode: 'FORMERR' } : answer(question.name, question.type, seen.get(key) ?? 0)
    seen.set(key, (seen.get(key) ?? 0) + 1)
    if (given === 'silence') return undefined
    const written = packet.encode({ ...base(query), ...sections(question.name, given) })
    if (isTcp || written.length <= largestDatagram) return written
    return packet.encode({ ...base(query), flags: packet.RECURSION_AVAILABLE | packet.TRUNCATED_RESPONSE })
  }

  const listen = (port: number) =>
    Bun.udpSocket({
      hostname: host,
      port,
      socket: {
        data(socket, bytes, port, address) {
          const query = wrong === undefined ? undefined : decode(bytes)
          const forged = wrong === undefined || query === undefined ? undefined : packet.encode(wrong(query))
          for (const written of [forged, reply(bytes, false)]) {
            try {
              if (written !== undefined) socket.send(written, port, address)
            } catch {
              // Anyone who asked before has gone, and the system says so now.
            }
          }
        },
        error: () => undefined,
      },
    })
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      const written = reply(bytes.subarray(2), true)
      if (written === undefined) return socket.destroy()
      const length = Buffer.alloc(2)
      length.writeUInt16BE(written.length)
      // In two pieces, as TCP may deliver it.
      socket.write(Buffer.concat([length, written.subarray(0, 7)]))
      return socket.end(written.subarray(7))
    })
  })
  const udp = await listenOnBoth(tcp, { host, at, listen })
  const close = () => {
    udp.close()
    tcp.close()
  }
  cleanUp(close)
  return { host, port: udp.port, questions, close }
}

/** Nothing where it is no message: a port that was another server's a moment ago gets what was meant for that one. */
function decode(bytes: Uint8Array): packet.Packet | undefined {
  try {
    return packet.decode(Buffer.from(bytes))
  } catch {
    return undefined
  }
}

function base(query: packet.Packet): packet.Packet {
  return {
    type: 'response',
    ...(query.id === undefined ? {} : { id: query.id }),
    flags: packet.RECURSION_AVAILABLE,
    ...(query.questions === undefined ? {} : { questions: query.questions }),
  }
}

function sections(asked: string, given: Exclude<ZoneAnswer, 'silence'>): packet.Packet {
  const { records = [], rcode, soa, isAuthentic = false, referral } = given
  // The codec decides what fits a type.
  const complete = (record: ZoneRecord) => ({ name: asked, ttl: 60, class: 'IN', ...record }) as packet.Answer
  const authority = { type: 'SOA', data: { mname: 'ns.test', rname: 'root.test', serial: 1, minimum: soa } }
  return {
    flags:
      packet.RECURSION_AVAILABLE |
      (isAuthentic ? packet.AUTHENTIC_DATA : 0) |
      (rcode === undefined ? 0 : rcodes[rcode]),
    answers: records.map(complete),
    authorities: [
      ...(soa === undefined ? [] : [complete({ ...authority, ttl: soa })]),
      ...(referral === undefined ? [] : [complete({ type: 'NS', data: referral })]),
    ],
  }
}

// The port that TCP was given may be taken for UDP by someone's question: then another is tried.
async function listenOnBoth<S>(
  tcp: Server,
  { at, host, listen }: { at: number; host: string; listen: (port: number) => Promise<S> },
  tries = 5,
): Promise<S> {
  const { port } = await new Promise<AddressInfo>((resolve) =>
    tcp.listen(at, host, () => resolve(tcp.address() as AddressInfo)),
  )
  try {
    return await listen(port)
  } catch (error) {
    if (tries === 1) throw error
    await new Promise((resolve) => tcp.close(resolve))
    return listenOnBoth(tcp, { at, host, listen }, tries - 1)
  }
}
