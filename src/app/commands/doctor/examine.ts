import { type Config, type ConfigReport, settingsTable } from '../../../platform/config/index.ts'
import { openS3, readS3Address } from '../../../platform/blobs/index.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'
import { isSandboxOff, readVersion } from '../../../platform/chromium/index.ts'
import { guessableSecrets, secretProblems } from '../../secret-strength.ts'
import { createLog } from '../../../platform/log/index.ts'
import { createMetrics } from '../../../platform/metrics/index.ts'
import { createNet } from '../../../platform/net/index.ts'
import { hasStarterImages } from '../../assets.ts'
import { counted } from '../counted.ts'
import { listingsOf, openBlockLists } from '../../block-lists.ts'
import { checkClock, checkDataDirectory, checkDiskSpace } from './disk.ts'
import { checkFonts } from './fonts.ts'
import { checkInlet } from './inlet.ts'
import { checkMail } from './mail.ts'
import { checkOutgoingMail } from './outgoing-mail.ts'
import { checkDnsServers, checkListener } from './network.ts'
import { checkAddresses, checkEmbedding, checkPublicAccess } from './public-access.ts'
import { checkFiles, checkStorage } from './storage.ts'

const bucketRemedy = 'Check the key, the permissions and the endpoint of SVC_BLOB_URL'
const timeout = { timeoutMs: 5000, attempts: 1, firstWaitMs: 0 }

/** Stores, reads and deletes a small file in the bucket, if there is one. */
export async function checkBlobs({ blobUrl }: Pick<Config, 'blobUrl'>): Promise<Finding> {
  const name = 'blobs'
  const address = blobUrl === undefined ? undefined : readS3Address(blobUrl)
  if (address === undefined) return ok(name, 'on disk, in the data directory')
  if ('problem' in address) return bad(name, `SVC_BLOB_URL ${address.problem}`, 'Correct SVC_BLOB_URL')
  const blobs = openS3(address, timeout)
  const key = `doctor/${crypto.randomUUID()}`
  try {
    const started = performance.now()
    await blobs.put(key, new Uint8Array(1))
    const isBack = (await blobs.get(key))?.length === 1
    await blobs.delete(key)
    if (!isBack) return bad(name, `the bucket ${address.bucket} returned other bytes than were written`, bucketRemedy)
    const millis = Math.round(performance.now() - started)
    return ok(name, `the bucket ${address.bucket} writes, reads and deletes a file in ${millis} ms`)
  } catch (error) {
    return bad(name, `the bucket ${address.bucket}: ${reason(error)}`, bucketRemedy)
  }
}

const timeoutMs = 10_000

/** Checks the browser that exports may use. */
export async function checkChromium({ chromiumPath }: Pick<Config, 'chromiumPath'>): Promise<Finding> {
  const name = 'Chromium'
  if (chromiumPath === undefined) return ok(name, 'not configured; PDF and PNG are rendered without it')
  const version = await readVersion(chromiumPath, timeoutMs)
  if (version === undefined) return bad(name, `${chromiumPath} does not run`, 'Correct SVC_CHROMIUM_PATH, or unset it')
  return isSandboxOff()
    ? warn(name, `${version}; runs without its sandbox because svc runs as root`, 'Run svc as another user')
    : ok(name, version)
}

type Secrets = Pick<Config, 'secret' | 'bootstrapApiKey' | 'dataDir' | 'previousSecrets' | 'isPublic'>

/** A guessable secret fails if the service is public. */
export function checkSecret(config: Secrets): Finding {
  const problems = secretProblems(config).join(' ')
  if (config.isPublic && guessableSecrets(config).length > 0) return bad('secret', problems)
  if (problems !== '') return warn('secret', problems)
  const where = config.secret === undefined ? 'in the data directory' : 'from SVC_SECRET'
  const before = config.previousSecrets.length === 0 ? '' : '; SVC_SECRET_PREVIOUS is still accepted'
  return ok('secret', `${where}${before}`)
}

/** Secrets in flags, which all processes of the machine can read. */
export function checkFlags(report: readonly ConfigReport[], exposed: readonly string[]): Finding {
  if (exposed.length > 0) return warn('flags', exposed.join(' '))
  const given = report.filter(({ origin }) => origin.startsWith('flag ')).length
  return ok('flags', `${counted(given, 'setting')} on the command line, without secrets`)
}

/** One finding per check, in display order. */
export async function examine(
  config: Config,
  report: readonly ConfigReport[],
  exposed: readonly string[],
): Promise<Finding[]> {
  const given = report.filter(({ origin }) => origin !== 'default')
  return [
    ok('configuration', `valid; ${given.length} of ${report.length} settings set`),
    checkFlags(report, exposed),
    checkSecret(config),
    checkDataDirectory(config.dataDir),
    checkDiskSpace(config.dataDir),
    await checkStorage(config),
    await checkBlobs(config),
    await checkFiles(config),
    hasStarterImages()
      ? ok('files', 'all embedded files are there')
      : bad('files', 'embedded files are missing', 'Install svc again'),
    checkClock(config.dataDir),
    await checkListener(config),
    ...checkAddresses(config),
    ...checkPublicAccess(config),
    ...(await checkEmbedding(config)),
    ...(await checkDnsServers(config)),
    ...(await lookAtMail(config)),
    await checkFonts(config),
    await checkChromium(config),
    ok('optional engines', `not in this version: ${absentParts()}`),
  ]
}

async function lookAtMail(config: Config): Promise<Finding[]> {
  const { dnsServers, netAllow: allow } = config
  const log = createLog('error', undefined, config.logFormat)
  const net = createNet({ dnsServers, allow, ownAddresses: [], log, metrics: createMetrics() })
  try {
    const blockLists = openBlockLists({ config, dns: net.dns, log })
    return [
      ...(await checkMail(config, net, listingsOf(blockLists))),
      await checkInlet(config, net.dns),
      await checkOutgoingMail(config, net.openSocket),
    ]
  } finally {
    await net.close()
  }
}

function absentParts(): string {
  return [
    ...new Set(settingsTable().flatMap(({ needs }) => (needs === undefined ? [] : [needs.replace('The ', 'the ')]))),
  ].join(', ')
}
