/**
 * Mail servers in this process, on loopback addresses of their own and one port: who exists is notified by the local part, and a
 * host may behave in any way that real ones do, or worse. For tests and benchmarks.
 */
import { cleanUp } from './clean-up.ts'

/** How one host behaves. */
export interface MxManner {
  /** Before each answer, milliseconds. */
  readonly latencyMs: number
  readonly banner: string
  readonly extensions: readonly string[]
  /** Answers of its own to a command that begins so; `close` and `silence` are no answers. */
  readonly answers: Readonly<Record<string, string>>
  /** How long a greylisted recipient is put off, and how long a slow one takes. */
  readonly greyMs: number
  readonly slowMs: number
  /** Connections at one time; the next one is notified 421. */
  readonly maxConnections: number
  /** Hangs up after so many recipients. */
  readonly maxRecipients: number
  /** What becomes of the answers to several commands that came together. */
  readonly spoil?: (said: readonly (string | undefined)[]) => readonly (string | undefined)[]
}

export interface MxRecord {
  readonly address: string
  connections: number
  open: number
  maxOpen: number
  /** When a recipient was requested, milliseconds. */
  readonly asked: number[]
  /** Every command, where the farm keeps them. */
  readonly commands: string[]
}

/** A running farm. */
export interface MxFarm {
  readonly port: number
  readonly hosts: readonly MxRecord[]
  close(): void
}

const usual: MxManner = {
  latencyMs: 0,
  banner: '220 mx.test ESMTP',
  extensions: ['PIPELINING', '8BITMIME', 'ENHANCEDSTATUSCODES', 'SMTPUTF8'],
  answers: {},
  greyMs: 300_000,
  slowMs: 2000,
  maxConnections: Infinity,
  maxRecipients: Infinity,
}

/**
 * Starts the hosts 127.NET.0.1 and so on. Local parts: `u` and digits exist, as do `full`, `off`, `gray` and `slow` with
 * digits, each in its way; everything else does not, unless the domain begins with `all`.
 */
export function startMxFarm(
  count: number,
  {
    net = 30,
    port = 0,
    manner = () => ({}),
    keepsCommands = true,
  }: { net?: number; port?: number; manner?: (index: number) => Partial<MxManner>; keepsCommands?: boolean } = {},
): MxFarm {
  const hosts: MxRecord[] = []
  const listeners: { stop(force: boolean): void; port: number }[] = []
  for (let index = 0; index < count; index++) {
    const address = `127.${net}.${Math.floor((index + 1) / 250)}.${((index + 1) % 250) + 1}`
    const record: MxRecord = { address, connections: 0, open: 0, maxOpen: 0, asked: [], commands: [] }
    const at = listeners[0]?.port ?? port
    listeners.push(listen(record, { ...usual, ...manner(index) }, { port: at, keepsCommands }))
    hosts.push(record)
  }
  const close = () => {
    for (const listener of listeners) listener.stop(true)
  }
  cleanUp(close)
  return { port: listeners[0]?.port ?? 0, hosts, close }
}

interface Visit {
  rest: string
  recipients: number
  /** Answers go out in their order, each after its time. */
  readyAt: number
}

function listen(record: MxRecord, manner: MxManner, { port, keepsCommands }: { port: number; keepsCommands: boolean }) {
  const greyUntil = new Map<string, number>()
  const say = (socket: Bun.Socket<Visit>, text: string, afterMs: number) => {
    if (text === 'silence') return
    const at = Math.max(performance.now() + afterMs, socket.data.readyAt)
    socket.data.readyAt = at
    const send = () => {
      if (text === 'close') return void socket.end()
      socket.write(`${text}\r\n`)
      if (/^(221|421)/.test(text)) socket.end()
    }
    const inMs = at - performance.now()
    if (inMs <= 0) send()
    else setTimeout(send, inMs)
  }
  const recipient = (visit: Visit, command: string): [text: string, afterMs: number] => {
    record.asked.push(performance.now())
    if (++visit.recipients > manner.maxRecipients) return ['421 4.7.0 too many recipients', 0]
    const [, local = '', domain = ''] = /<(.*)@([^@>]*)>/.exec(command) ?? []
    if (/^full\d/.test(local)) return ['452 4.2.2 Mailbox full', 0]
    if (/^off\d/.test(local)) return ['550 5.2.1 Mailbox disabled', 0]
    if (/^grey\d/.test(local)) {
      const until = greyUntil.get(command)
      // The first is put off however short the time is.
      if (until === undefined) greyUntil.set(command, performance.now() + manner.greyMs)
      const isIn = until !== undefined && performance.now() >= until
      return isIn ? ['250 2.1.5 Ok', 0] : ['450 4.2.0 Greylisted, try again later', 0]
    }
    if (/^slow\d/.test(local)) return ['250 2.1.5 Ok', manner.slowMs]
    // A catch-all that refuses digits and long names.
    const isWord = domain.startsWith('words') && /^[a-z]{1,12}$/.test(local)
    return /^u\d+$/.test(local) || domain.startsWith('all') || isWord
      ? ['250 2.1.5 Ok', 0]
      : ['550 5.1.1 User unknown', 0]
  }
  const answer = (visit: Visit, command: string): [text: string, afterMs: number] => {
    const own = Object.keys(manner.answers).find((start) => command.startsWith(start))
    if (own !== undefined) return [manner.answers[own] ?? '', 0]
    const verb = command.slice(0, 4).toUpperCase()
    if (verb === 'EHLO')
      return [['250-mx', ...manner.extensions.map((name) => `250-${name}`), '250 HELP'].join('\r\n'), 0]
    if (verb === 'RCPT') return recipient(visit, command)
    if (verb === 'QUIT') return ['221 2.0.0 Bye', 0]
    return ['HELO', 'MAIL', 'RSET', 'NOOP'].includes(verb) ? ['250 2.0.0 Ok', 0] : ['502 5.5.2 What?', 0]
  }
  return Bun.listen<Visit>({
    hostname: record.address,
    port,
    socket: {
      open(socket) {
        socket.data = { rest: '', recipients: 0, readyAt: 0 }
        record.connections++
        record.maxOpen = Math.max(record.maxOpen, ++record.open)
        const isTooMany = record.open > manner.maxConnections
        say(socket, isTooMany ? '421 4.7.0 Too many connections' : manner.banner, manner.latencyMs)
      },
      data(socket, bytes) {
        const lines = (socket.data.rest + bytes.toString()).split('\r\n')
        socket.data.rest = lines.pop() ?? ''
        if (keepsCommands) record.commands.push(...lines)
        const said = lines.map((command) => answer(socket.data, command))
        const isSpoiled = manner.spoil !== undefined && lines.length > 1
        if (!isSpoiled) for (const [text, afterMs] of said) say(socket, text, manner.latencyMs + afterMs)
        else
          for (const text of manner.spoil(said.map(([each]) => each))) say(socket, text ?? 'silence', manner.latencyMs)
      },
      close() {
        record.open--
      },
    },
  })
}
