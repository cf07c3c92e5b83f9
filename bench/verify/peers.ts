/**
 * Other verifiers on the same servers with the same addresses. BENCH_VERIFY_PEERS names them, `name=command;name=command`: a
 * command gets the number of checks at one time as its last argument and addresses on standard input, a line each, and writes
 * `address<TAB>safe|risky|invalid|unknown`. They ask the DNS server of the system and port 25, so that they run in namespaces
 * of network and mounts, in which there is nothing but loopback; that takes Linux and root.
 */
import path from 'node:path'
import { type Counts, compare } from './compare.ts'
import { mixOf } from './mix.ts'

export interface PeerResult {
  readonly name: string
  readonly seconds: number
  readonly counts: Counts
}

/** Runs every peer that was named, one after the other; says on standard error why there is none. */
export function runPeers(count: number, width: number): PeerResult[] {
  const named = process.env['BENCH_VERIFY_PEERS'] ?? ''
  if (named === '') return say('BENCH_VERIFY_PEERS names no other verifier.')
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || Bun.which('unshare') === null)
    return say('Other verifiers run in namespaces of their own, which takes Linux, root and unshare.')
  return named.split(';').flatMap((each) => {
    const [name = '', command = ''] = each.split(/=(.*)/s)
    const world = path.join(import.meta.dir, 'world.ts')
    const child = Bun.spawnSync(
      ['unshare', '-n', '-m', process.execPath, world, JSON.stringify({ command, count, width })],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    if (child.exitCode !== 0) return say(`${name} could not be run.`)
    const { answers, seconds } = JSON.parse(child.stdout.toString()) as { answers: [string, string][]; seconds: number }
    return [{ name, seconds, counts: compare(mixOf(count), new Map(answers)) }]
  })
}

function say(reason: string): PeerResult[] {
  console.error(reason)
  return []
}
