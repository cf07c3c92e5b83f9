import type { Config } from '../../platform/config/index.ts'
import { countJobs, createWorkers } from '../../platform/jobs/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { type Store, underLocks } from '../../platform/storage/index.ts'
import { createApiKey, revokeApiKey } from '../../surfaces/projects/index.ts'
import { pauseWebhooks } from '../../surfaces/webhooks/index.ts'
import type { InstanceConfig } from '../instance-secret.ts'
import { createOperations, seedDemo } from '../seed/index.ts'
import { buildService } from '../service.ts'
import { type Call, type Command, exit } from './command.ts'
import { pickProject } from './pick-project.ts'
import { withAuditedStore } from './with-store.ts'

const loopback = '127.0.0.0/8'
/** The pause of the webhooks ends by itself if the process is killed. */
const maxSeedMs = 600_000
const settleMs = 60_000
const pollMs = 50

/** Fills a project with content to look at, through the operations of the API. */
export const seedCommand: Command = {
  settings: true,
  details: [
    'Writes folders with templates in every state, modules, images, exports, webhooks with deliveries, a verified list,',
    'and a sending domain with 90 days of reports. It needs no network: the email addresses are of the sandbox, and the',
    'receivers of the webhooks are in this process. It may run beside the server.',
  ].join('\n'),
  failure: 'the project is not empty, or the content could not be written',
  options: [
    { flag: '--demo', meaning: 'The content of a demonstration.', required: true },
    { flag: '--project', value: 'ID|NAME', meaning: 'The project; may be left out while there is only one.' },
    { flag: '--force', meaning: 'Also if the project has templates, domains or webhooks.' },
  ],
  run: async (call) => {
    const name = await withAuditedStore(call.config(), (store, config) => seed(call, store, config))
    call.terminal.out(`Seeded the project ${name}`)
    return exit.ok
  },
}

async function seed({ has, option, workerEntry }: Call, store: Store, given: InstanceConfig): Promise<string> {
  const project = await pickProject(store.read, option('--project'))
  const { id: keyId, key } = await store.tx(
    (db) => createApiKey(db, { projectId: project.id, name: 'Sample content' }),
    underLocks,
  )
  const workers = createWorkers({ entry: workerEntry })
  const service = await buildService({
    config: forSeeding(given),
    store,
    log: createLog('error'),
    workers,
    ignoresPauses: true,
  })
  const pause = (ids: readonly string[], until: number | null) => store.tx((db) => pauseWebhooks(db, ids, until))
  try {
    const operations = createOperations(service, key)
    if (!has('--force')) await requireEmpty(operations, project.name)
    await seedDemo({
      operations,
      takeOver: (ids) => pause(ids, Date.now() + maxSeedMs),
      settle: () => settle(store),
      handBack: (ids) => pause(ids, null),
    })
    return project.name
  } finally {
    await store.tx((db) => revokeApiKey(db, project.id, keyId))
    await service.close()
    workers.close()
  }
}

/** Receivers of this process are on loopback, and nothing limits the rate of its own requests. */
function forSeeding(config: InstanceConfig): InstanceConfig {
  const apiRateLimit: Config['apiRateLimit'] = { ...config.apiRateLimit, requests: 1_000_000 }
  return { ...config, apiRateLimit, netAllow: [...config.netAllow, loopback], runJobs: true }
}

async function requireEmpty({ get }: ReturnType<typeof createOperations>, name: string): Promise<void> {
  for (const path of ['/templates/my', '/dmarc/domains', '/webhooks']) {
    const { data } = await get<{ data: readonly unknown[] }>(`${path}?limit=1`)
    if (data.length > 0)
      throw new Error(`The project “${name}” is not empty. Name an empty one with --project, or add --force.`)
  }
}

/** Resolves when no job is due, after a minute at the latest; a server continues what is left. */
async function settle(store: Store): Promise<void> {
  const end = Date.now() + settleMs
  for (;;) {
    const now = Date.now()
    const counts = await countJobs(store.read)
    const isDue = counts.some(
      ({ oldestRunAt, state }) => state !== 'dead' && (state !== 'scheduled' || (oldestRunAt ?? now) <= now),
    )
    if (!isDue || now > end) return
    await Bun.sleep(pollMs)
  }
}
