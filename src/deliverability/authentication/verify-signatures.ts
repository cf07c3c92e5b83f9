import type { DkimVerifier } from 'mailauth/lib/dkim/dkim-verifier.js'
import { asciiDomain } from '../address/index.ts'
import { type ResolveRecords, isUnknown } from '../findings/index.ts'

/** A signature of a message (RFC 6376, results of RFC 8601 2.7.1). */
export interface DkimSignature {
  readonly domain: string
  readonly selector: string
  readonly result: 'pass' | 'fail' | 'neutral' | 'policy' | 'temperror' | 'permerror'
}

const results: ReadonlySet<string> = new Set(['pass', 'fail', 'neutral', 'policy', 'temperror', 'permerror'])
/** RFC 8301 3.2. */
const minBitLength = 1024
/** Each signature hashes the message once more, so that one with many is not verified. */
const maxSignatures = 10
/** Bytes between two breaks for the event loop. */
const sliceBytes = 64 * 1024
/** Bytes of a header; a longer one is not searched for signatures. */
const maxHeaderBytes = 512 * 1024

/** Verifies the signatures of a message, and reads the domain of From, which is null unless there is exactly one. */
export async function verifySignatures(
  bytes: Uint8Array,
  resolve: ResolveRecords,
): Promise<{ from: string | null; signatures: DkimSignature[] }> {
  if (countSignatures(bytes) > maxSignatures) return { from: null, signatures: [] }
  // A service that receives no mail does not load the package.
  const { DkimVerifier: Verifier } = await import('mailauth/lib/dkim/dkim-verifier.js')
  // RFC 8301 3.1: receivers treat rsa-sha1 as no signature.
  const verifier = new Verifier({ resolver: (name) => keysOf(name, resolve), minBitLength, rejectRsaSha1: true })
  await write(verifier, bytes)
  const domains = (verifier.headerFrom || []).map((email) => email.slice(email.lastIndexOf('@') + 1))
  const [first, ...others] = domains
  return {
    from: first === undefined || others.length > 0 ? null : (asciiDomain(first) ?? null),
    // A message without a signature has one result without a domain.
    signatures: verifier.results.flatMap(({ selector = '', signingDomain, status }) =>
      signingDomain === undefined || signingDomain === ''
        ? []
        : {
            domain: signingDomain.toLowerCase().slice(0, 255),
            selector: selector.slice(0, 255),
            result: results.has(status.result) ? (status.result as DkimSignature['result']) : 'permerror',
          },
    ),
  }
}

async function write(verifier: DkimVerifier, bytes: Uint8Array): Promise<void> {
  const { promise, reject, resolve } = Promise.withResolvers<void>()
  verifier.on('finish', () => resolve()).on('error', reject)
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const hasSpace = verifier.write(bytes.subarray(at, at + sliceBytes))
    const drained = hasSpace ? undefined : new Promise<void>((done) => void verifier.once('drain', done))
    await Promise.race([drained, promise])
    await new Promise(setImmediate)
  }
  verifier.end()
  await promise
}

/** Key records, or an error with the code of node:dns that mailauth reads. */
async function keysOf(name: string, resolve: ResolveRecords): Promise<string[][]> {
  const reply = await resolve(name, 'TXT')
  if (reply.outcome === 'found') return reply.records.map((record) => [record])
  const code = isUnknown(reply) ? 'ETIMEOUT' : reply.outcome === 'no_data' ? 'ENODATA' : 'ENOTFOUND'
  throw Object.assign(new Error(`${name}: ${reply.outcome}`), { code })
}

function countSignatures(bytes: Uint8Array): number {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, maxHeaderBytes))
  const end = /\r?\n\r?\n/.exec(start)?.index ?? start.length
  return start.slice(0, end).match(/^(?:dkim|arc-message)-signature[ \t]*:/gim)?.length ?? 0
}
