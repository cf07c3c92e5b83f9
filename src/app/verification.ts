import { readFileSync, statSync } from 'node:fs'
import { type AddressLists, createLists, readOverrides } from '../deliverability/address/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Net } from '../platform/net/index.ts'
import {
  type BlockLists,
  type DomainSources,
  type Verifier,
  type VerifierDeps,
  createVerifier,
  hasGravatar,
} from '../surfaces/verification/index.ts'
import { readAddressLists } from './address-lists.ts'

/** Shared by the service and `svc verify`. */
export interface VerificationDeps {
  readonly config: Pick<Config, 'verifyLists' | 'verifyGravatar'>
  readonly blockLists: BlockLists
  readonly domainSources: DomainSources
  readonly net: Pick<Net, 'dns' | 'policy' | 'send'>
  readonly probe: VerifierDeps['probe']
  readonly log: Pick<Log, 'warn'>
}

/** A verifier with the network, lists and mail identity of this installation. */
export function assembleVerifier({ blockLists, config, log, domainSources, net, probe }: VerificationDeps): Verifier {
  const { verifyGravatar: server } = config
  return createVerifier({
    dns: net.dns,
    mayDial: (address) => net.policy.evaluate(address) !== 'forbidden',
    probe,
    blockLists,
    registration: domainSources.registration,
    lists: openLists(config.verifyLists, log),
    ...(server === undefined ? {} : { hasGravatar: (address) => hasGravatar(net.send, server, address) }),
  })
}

/** Interval at which the operator's file is checked for changes, milliseconds. */
const recheckMs = 30_000

/** Loads the lists at the first call. The operator's file is at most half a minute old. */
function openLists(file: string | undefined, log: Pick<Log, 'warn'>): () => Promise<AddressLists> {
  let text: Promise<string> | undefined
  let lists: AddressLists | undefined
  let [stamp, lookAt] = ['', 0]
  return async () => {
    const merged = await (text ??= readAddressLists())
    const now = performance.now()
    if (lists !== undefined && (file === undefined || now < lookAt)) return lists
    lookAt = now + recheckMs
    const found = file === undefined ? '' : stampOf(file)
    if (lists !== undefined && found === stamp) return lists
    stamp = found
    lists = createLists(merged, file === undefined ? undefined : readFile(file, log))
    return lists
  }
}

function readFile(file: string, log: Pick<Log, 'warn'>) {
  try {
    const overrides = readOverrides(readFileSync(file, 'utf8'))
    if (overrides.unread.length > 0) log.warn('lines of SVC_VERIFY_LISTS cannot be read', { lines: overrides.unread })
    return overrides
  } catch (error) {
    log.warn('SVC_VERIFY_LISTS cannot be read', { error })
    return undefined
  }
}

function stampOf(file: string): string {
  const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 }
  return `${mtimeMs} ${size}`
}
