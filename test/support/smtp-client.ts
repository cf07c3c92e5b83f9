/** A client that speaks SMTP line by line, so that tests may send what no mail server would. */
import { type Socket, connect } from 'node:net'
import { connect as secure } from 'node:tls'

/** Text that has not been read, and who waits for more. */
interface Input {
  text: string
  isClosed: boolean
  wake: () => void
}

export class SmtpClient {
  #socket: Socket
  #input: Input = { text: '', isClosed: false, wake: () => undefined }

  constructor(socket: Socket) {
    this.#socket = socket
    this.#read(socket)
  }

  /** `localAddress` is the IP address that it comes from. */
  static async open(port: number, host = '127.0.0.1', localAddress = '127.0.0.1'): Promise<SmtpClient> {
    const socket = connect({ port, host, localAddress })
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new SmtpClient(socket)
  }

  /** Opens a connection, reads the greeting and introduces itself. */
  static async greet(port: number): Promise<SmtpClient> {
    const client = await SmtpClient.open(port)
    await client.response()
    await client.send('EHLO client.test')
    return client
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Sends a line and returns the response. */
  send(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.response()
  }

  /** One whole response, such as `250 2.1.0 Accepted`; empty once the server has closed the connection. */
  async response(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(this.#input.text)?.[0]
      if (whole !== undefined) {
        this.#input.text = this.#input.text.slice(whole.length)
        return whole.trimEnd()
      }
      if (this.#input.isClosed) return ''
      await new Promise<void>((resolve) => (this.#input.wake = resolve))
    }
  }

  /** Sends one message and returns the last response. */
  async deliver(message: string | Uint8Array, { from = '', to }: { from?: string; to: string }): Promise<string> {
    const sender = await this.send(`MAIL FROM:<${from}>`)
    if (!sender.startsWith('250')) return sender
    const recipient = await this.send(`RCPT TO:<${to}>`)
    if (!recipient.startsWith('250')) return recipient
    await this.send('DATA')
    this.write(message)
    return this.send('\r\n.')
  }

  async startTls(): Promise<void> {
    await this.send('STARTTLS')
    const raw = this.#socket
    raw.removeAllListeners('data')
    const encrypted = secure({ socket: raw, rejectUnauthorized: false })
    await new Promise<void>((resolve, reject) => encrypted.once('secureConnect', resolve).once('error', reject))
    this.#socket = encrypted
    this.#input = { text: '', isClosed: false, wake: () => undefined }
    this.#read(encrypted)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(socket: Socket): void {
    const input = this.#input
    socket.on('data', (chunk: Buffer) => {
      input.text += chunk.toString('latin1')
      input.wake()
    })
    for (const event of ['close', 'error', 'end'])
      socket.on(event, () => {
        input.isClosed = true
        input.wake()
      })
  }
}
