import { type Config, settingsTable } from '../../platform/config/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createNet } from '../../platform/net/index.ts'
import { hasStarterImages } from '../assets.ts'
import { listingsOf, openBlockLists } from '../block-lists.ts'
import { type Command, exit } from './command.ts'
import { checkBlobs } from './doctor/blobs.ts'
import { checkChromium } from './doctor/chromium.ts'
import { checkClock, checkDataDirectory, checkDiskSpace } from './doctor/disk.ts'
import { type Finding, bad, ok } from './doctor/finding.ts'
import { checkAddresses, checkDnsServers, checkListener, probe } from './doctor/network.ts'
import { checkMail } from './doctor/mail.ts'
import { checkStorage } from './doctor/storage.ts'

/** Looks at everything the service depends on, and says a line about each. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check configuration, data directory, storage and network; a line each',
  settings: true,
  details: 'Changes nothing. It may run beside the server.',
  options: [
    { flag: '--probe', meaning: 'Only ask the running service whether it is alive, for container health checks.' },
    { flag: '--config-origins', meaning: 'Also list every setting with its value and where it came from.' },
    { flag: '--json', meaning: 'As JSON.' },
  ],
  failure: 'at least one line says fail, or with --probe: the service does not answer',
  run: async ({ config: read, configReport, has, terminal }) => {
    const config = read()
    if (has('--probe')) return (await probe(config)) ? exit.ok : exit.failed
    const report = configReport()
    const given = report.filter(({ origin }) => origin !== 'default')
    const findings: Finding[] = [
      ok('configuration', `understood; ${given.length} of ${report.length} settings given`),
      checkDataDirectory(config.dataDir),
      checkDiskSpace(config.dataDir),
      await checkStorage(config),
      await checkBlobs(config),
      hasStarterImages() ? ok('files', 'all embedded files are there') : bad('files', 'embedded files are missing'),
      checkClock(config.dataDir),
      await checkListener(config),
      ...checkAddresses(config),
      ...(await checkDnsServers(config)),
      ...(await lookAtMail(config)),
      await checkChromium(config),
      ok('optional engines', `not in this version: ${absentParts()}`),
    ]
    const settings = has('--config-origins') ? report : []
    if (has('--json')) terminal.out(JSON.stringify({ findings, ...(settings.length > 0 ? { settings } : {}) }))
    else {
      for (const { name, state, message } of findings) terminal.out(`${state.padEnd(4)}  ${name}: ${message}`)
      for (const { name, value, origin } of settings) terminal.out(`      ${name} = ${value}  (${origin})`)
    }
    return findings.some(({ state }) => state === 'fail') ? exit.failed : exit.ok
  },
}

async function lookAtMail(config: Config): Promise<Finding[]> {
  const { dnsServers, netAllow: allow } = config
  const log = createLog('error')
  const net = createNet({ dnsServers, allow, ownAddresses: [], log, metrics: createMetrics() })
  try {
    const blockLists = openBlockLists({ config, dns: net.dns, log })
    return await checkMail(config, net, listingsOf(blockLists))
  } finally {
    await net.close()
  }
}

function absentParts(): string {
  return [...new Set(settingsTable().flatMap(({ needs }) => (needs === undefined ? [] : [needs])))].join(', ')
}
