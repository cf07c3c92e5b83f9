import type { TlsUpgrade, Wire, WireEnd } from '../../../src/deliverability/smtp/index.ts'

/** What a scripted server does at a command: says something, hangs up at the word `close`, or stays silent. */
export type Script = (command: string, isEncrypted: boolean) => string | undefined

export interface ScriptedWire extends Wire {
  /** Every write, as it came: commands that went together stand together. */
  readonly writes: string[]
  readonly isClosed: boolean
}

/** A wire to a server that lives in a function; time passes only where nothing is said. `spoil` changes what one write is answered. */
export function scriptedWire(
  script: Script,
  {
    banner = '220 mx.test ESMTP',
    tls = { isEncrypted: true, isTrusted: true, protocol: 'TLSv1.3' } as TlsUpgrade,
    spoil = (said: readonly (string | undefined)[]): readonly (string | undefined)[] => said,
  } = {},
): ScriptedWire {
  const queue: (Uint8Array | WireEnd)[] = []
  const writes: string[] = []
  let [isEncrypted, isClosed] = [false, false]
  const report = (text: string | undefined) => {
    if (text === 'close') queue.push('closed')
    else if (text !== undefined) queue.push(new TextEncoder().encode(`${text}\r\n`))
  }
  report(banner)
  return {
    writes,
    get isClosed() {
      return isClosed
    },
    write(bytes) {
      const text = new TextDecoder().decode(bytes)
      writes.push(text.trimEnd())
      const commands = text.trimEnd().split('\r\n')
      for (const said of spoil(commands.map((command) => script(command, isEncrypted)))) report(said)
    },
    get hasArrived() {
      return queue[0] instanceof Uint8Array
    },
    read: async () => queue.shift() ?? 'timeout',
    async startTls() {
      isEncrypted = tls.isEncrypted
      return tls
    },
    close() {
      isClosed = true
    },
  }
}
