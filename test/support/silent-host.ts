import { connect } from 'node:net'
import { cleanUp } from './clean-up.ts'

/** A host that drops what connects to it, as a firewall does: no connection is accepted, and none is refused. */
export interface SilentHost {
  readonly address: string
  readonly port: number
  /** Frees address and port. */
  close(): Promise<void>
}

/** Connections that wait to be accepted in Bun, and one more; beyond them Linux drops what comes. */
const backlog = 513

/** Starts a server in a process of its own, stops that process, and fills the queue of connections. */
export async function startSilentHost(address: string, port: number): Promise<SilentHost> {
  const script = `Bun.listen({ hostname: '${address}', port: ${port}, socket: { data() {} } }); console.log('ready')`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  await child.stdout.getReader().read()
  process.kill(child.pid, 'SIGSTOP')
  const sockets = Array.from({ length: backlog }, () => connect(port, address).on('error', () => undefined))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  const close = async () => {
    child.kill('SIGKILL')
    await child.exited
    for (const socket of sockets) socket.destroy()
  }
  cleanUp(close)
  return { address, port, close }
}
