import { switchToKeys } from '../../platform/audit/index.ts'
import { createWorkers } from '../../platform/jobs/index.ts'
import { type Log, createLog } from '../../platform/log/index.ts'
import { migrate, openStore, tightenPermissions } from '../../platform/storage/index.ts'
import { blockedExitCode, createActivity, startWatchdog } from '../../platform/watchdog/index.ts'
import { limits } from '../../kernel/limits.ts'
import { loadAuditKeys } from '../audit-keys.ts'
import { bootstrap } from '../bootstrap.ts'
import { secretFile, vaultOf, withInstanceSecret } from '../instance-secret.ts'
import { doctorInProcess } from '../doctor-process.ts'
import { openFileStore, refuseFilesWithoutDatabase, requireFilesOfDatabase, unlessUnreachable } from '../file-store.ts'
import { checkInProcess } from '../storage-watch.ts'
import { secretProblems } from '../secret-strength.ts'
import { type Listener, listen } from '../listen.ts'
import { type Service, type ServiceDeps, buildService } from '../service.ts'
import { consoleUrlOf, startNotice } from '../start-notice.ts'
import { saveSetting } from '../store.ts'
import { logStrayFaults } from '../stray-faults.ts'
import { version } from '../version.ts'
import { type Command, type Terminal, exit } from './command.ts'

/** Delay after the start, so that the first requests have priority. */
const preparedAfterMs = 2000

/** Runs the service until SIGTERM or SIGINT. */
export const serveCommand: Command = {
  settings: true,
  reportsExposed: true,
  details: [
    'The first start on an empty store prints an API key and a one-time setup link to standard output, once.',
    `SIGTERM or SIGINT finishes running requests and jobs, at most ${limits.drainSeconds} seconds, and exits with 0; a second one exits`,
    'at once. Unfinished jobs return to the queue and run again on another replica, or at the next start.',
    `Exit code ${blockedExitCode}: the event loop was blocked for ${limits.blockedLoopSeconds} seconds, and the watchdog ended the process. Its last log line names the request.`,
  ].join('\n'),
  failure: 'the service could not start, or requests were cut off at the end',
  run: async ({ config: read, configReport, exposed, terminal, words, workerEntry, watchdogEntry, executable }) => {
    const given = read()
    // Files created from here on are readable by this user only.
    process.umask(0o077)
    const config = withInstanceSecret(given)
    const log = createLog(config.logLevel, undefined, config.logFormat)
    reportPermissions(log, config.dataDir)
    for (const sentence of [...exposed, ...secretProblems(given)]) log.warn(sentence)
    const stopReporting = logStrayFaults(log)
    const store = await openStore({ url: config.databaseUrl, dataDir: config.dataDir, exclusive: true })
    const workers = createWorkers({ entry: workerEntry })
    try {
      // The port is opened first: a start that fails on it must not print or create a key.
      const listener = listen(config)
      try {
        const files = openFileStore(config)
        await unlessUnreachable(log, () => refuseFilesWithoutDatabase(store, files))
        await bringUpToDate({ store, log, listener })
        await unlessUnreachable(log, () => requireFilesOfDatabase(store, files))
        const activity = createActivity()
        const checkDatabase = checkInProcess(executable, config.dataDir)
        const settings = configReport()
        const checkInstallation = doctorInProcess(executable, words)
        const parts = { config, store, log, workers, activity, checkDatabase, settings, checkInstallation }
        const service = await start(parts, terminal)
        await listenForMail(service, config, log)
        listener.answerWith(service.handle)
        // The executable starts with a reduced JIT (scripts/compile.ts); from here on code runs repeatedly.
        Bun.unsafe.setJITPolicy(1)
        if (config.demo === 'everyone' && config.isPublic)
          log.warn('SVC_DEMO=true: anyone can upload images and store emails in this service without credentials')
        log.info('listening', { address: listener.url.href, version, storage: store.dialect })

        const preparing = setTimeout(() => void service.prepare(), preparedAfterMs)
        const watchdog = startWatchdog({ entry: watchdogEntry, activity, log, logFormat: config.logFormat })
        try {
          log.info('stopping', { signal: await firstSignal() })
          activity.stop()
          service.drain()
          const [isDrained, areStored] = await Promise.all([listener.drain(), closeAfterMail(service)])
          const isClean = isDrained && areStored
          log.info('stopped', { clean: isClean })
          return isClean ? exit.ok : exit.failed
        } finally {
          clearTimeout(preparing)
          watchdog.close()
        }
      } finally {
        await listener.drain(0)
      }
    } finally {
      workers.close()
      await store.close()
      stopReporting()
    }
  },
}

/** Reports that are being stored need what the service closes. True if none was cut off. */
async function closeAfterMail(service: Service): Promise<boolean> {
  const areStored = (await service.inlet?.drain(limits.drainSeconds * 1000)) ?? true
  await service.close()
  return areStored
}

async function listenForMail({ inlet }: Service, { inboundSmtp }: ServiceDeps['config'], log: Log): Promise<void> {
  if (inlet === undefined || inboundSmtp === undefined) return
  const port = await inlet.listen()
  const { domain, host, tls } = inboundSmtp
  log.info('receiving mail', { host, port, domain, certificate: tls === undefined ? 'self-signed' : tls.certFile })
}

/** Makes the data directory private and logs earlier permissions. */
function reportPermissions(log: Log, dataDir: string): void {
  for (const { path, mode, isTightened } of tightenPermissions(dataDir))
    if (isTightened) {
      const remedy = path === secretFile(dataDir) && 'If others had access, replace it with svc secrets rotate.'
      log.warn('removed permissions of group and others', { path, mode, ...(remedy && { remedy }) })
    } else log.warn('readable by group or others: use a dedicated directory with mode 0700', { path, mode })
}

/** Migrates the store. Meanwhile responses and log entries state the reason for the delay. */
async function bringUpToDate({
  store,
  log,
  listener,
}: Pick<ServiceDeps, 'store' | 'log'> & { listener: Listener }): Promise<void> {
  const begunAt = performance.now()
  const { applied } = await migrate(store, undefined, ({ pending, templates }) => {
    log.info('migrating', { pending, templates })
    listener.explain(whileMigrating(templates))
  })
  if (applied.length > 0) log.info('migrated', { applied, ms: Math.round(performance.now() - begunAt) })
}

function whileMigrating(templates: number): string {
  const them = templates === 1 ? 'one template is' : `${templates} templates are`
  const texts = templates === 0 ? '' : `; what ${them} found by is written anew`
  return `The service is starting and migrating its database${texts}. Leave it running: /readyz responds with 200 when the migration is complete.`
}

async function start(parts: ServiceDeps, terminal: Terminal): Promise<Service> {
  const { config, store, log } = parts
  await loadAuditKeys(store, config)
  const bootstrapped = await bootstrap(store, vaultOf(config), config)
  await store.tx((db) => saveSetting(db, 'console_url', consoleUrlOf(config)))
  terminal.out(startNotice(bootstrapped, { config, forUsers: terminal.isInteractive === true }))
  const switched = await switchToKeys(store)
  if (switched > 0) log.info('audit_keyed', { chains: switched })
  return buildService(parts)
}

/** Resolves on the first signal. A second one ends the process at once. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143)
      isStopping = true
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
