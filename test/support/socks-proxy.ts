import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { cleanUp } from './clean-up.ts'

/** What a proxy under test does with those who come. */
export interface SocksManner {
  /** Refuses whoever does not give these. */
  readonly user?: string
  readonly password?: string
  /** The reply to every wish instead of a connection, or none at all. */
  readonly reply?: number | 'silence'
  /** Bytes instead of the first answer. */
  readonly noise?: string
}

/** A SOCKS5 proxy on loopback (RFC 1928, RFC 1929), in pieces of a byte now and then. Notes where it was sent. */
export async function startSocksProxy(manner: SocksManner = {}): Promise<{ port: number; randomChanges: string[] }> {
  const randomChanges: string[] = []
  const server = createServer((client) => {
    client.on('error', () => undefined)
    void serve(client, manner, randomChanges)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => server.close())
  return { port: (server.address() as AddressInfo).port, randomChanges }
}

async function serve(
  client: Socket,
  { user, password, reply, noise }: SocksManner,
  randomChanges: string[],
): Promise<void> {
  const take = takerOf(client)
  const [, count = 0] = await take(2)
  const offered = await take(count)
  if (noise !== undefined) return void client.write(noise)
  const method = user === undefined ? 0 : offered.includes(2) ? 2 : 0xff
  client.write(Uint8Array.of(5))
  client.write(Uint8Array.of(method))
  if (method === 2) {
    const [, nameLength = 0] = await take(2)
    const name = Buffer.from(await take(nameLength)).toString()
    const [secretLength = 0] = await take(1)
    const secret = Buffer.from(await take(secretLength)).toString()
    const isKnown = name === user && secret === password
    client.write(Uint8Array.of(1, isKnown ? 0 : 1))
    if (!isKnown) return void client.end()
  }
  const [, , , kind] = await take(4)
  const address = kind === 1 ? [...(await take(4))].join('.') : `${kind} ${Buffer.from(await take(16)).toString('hex')}`
  const [high = 0, low = 0] = await take(2)
  randomChanges.push(`${address}:${high * 256 + low}`)
  if (reply === 'silence') return
  if (reply !== undefined) return void client.write(Uint8Array.of(5, reply, 0, 1, 0, 0, 0, 0, 0, 0))
  const far = connect(high * 256 + low, address, () => {
    client.write(Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 9))
    client.pipe(far).pipe(client)
  })
  far.on('error', () => client.write(Uint8Array.of(5, 5, 0, 1, 0, 0, 0, 0, 0, 0)))
}

function takerOf(client: Socket): (count: number) => Promise<Uint8Array> {
  let bytes = Buffer.alloc(0)
  let wake = () => {}
  const receive = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    wake()
  }
  client.on('data', receive)
  return async (count) => {
    while (bytes.length < count) await new Promise<void>((resolve) => (wake = resolve))
    const taken = bytes.subarray(0, count)
    bytes = bytes.subarray(count)
    return taken
  }
}
