import { type Config, type ConfigReport, settingsTable } from '../../../platform/config/index.ts'
import { createLog } from '../../../platform/log/index.ts'
import { createMetrics } from '../../../platform/metrics/index.ts'
import { createNet } from '../../../platform/net/index.ts'
import { hasStarterImages } from '../../assets.ts'
import { listingsOf, openBlockLists } from '../../block-lists.ts'
import { checkBlobs } from './blobs.ts'
import { checkChromium } from './chromium.ts'
import { checkClock, checkDataDirectory, checkDiskSpace } from './disk.ts'
import { type Finding, bad, ok } from './finding.ts'
import { checkFonts } from './fonts.ts'
import { checkMail } from './mail.ts'
import { checkDnsServers, checkListener } from './network.ts'
import { checkAddresses, checkEmbedding, checkPublicAccess } from './public-access.ts'
import { checkFlags, checkSecret } from './secrets.ts'
import { checkFiles, checkStorage } from './storage.ts'

/** Inspects everything the service depends on; a finding each, in the order they are shown. */
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
    hasStarterImages() ? ok('files', 'all embedded files are there') : bad('files', 'embedded files are missing'),
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
    return await checkMail(config, net, listingsOf(blockLists))
  } finally {
    await net.close()
  }
}

function absentParts(): string {
  return [
    ...new Set(settingsTable().flatMap(({ needs }) => (needs === undefined ? [] : [needs.replace('The ', 'the ')]))),
  ].join(', ')
}
