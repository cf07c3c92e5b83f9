import { countJobs, listJobs, listPartitions } from '../../platform/jobs/index.ts'
import { jobStates } from '../../platform/storage/index.ts'
import { countByKind, readJob } from '../operations/jobs.ts'
import { type Command, type Option, exit } from './command.ts'
import { readChoice, readLimit } from './flag-values.ts'
import { jobDetails, jobJson, jobRow } from './job-display.ts'
import { pickProject } from './pick-project.ts'
import { printTable, printTime } from './print-table.ts'
import { withStore } from './with-store.ts'

const json: Option = { flag: '--json', meaning: 'As JSON.' }
const defaultLimit = 50
const maxListed = 1000

/** Newest first. */
export const listJobsCommand: Command = {
  settings: true,
  details: `States: ${jobStates.join(', ')}. Finished jobs stay for some days, by kind; dead ones for 30 days.`,
  options: [
    { flag: '--kind', value: 'KIND', meaning: 'Only of this kind, such as webhooks.deliver.' },
    { flag: '--state', value: 'STATE', meaning: 'Only in this state.' },
    { flag: '--project', value: 'ID|NAME', meaning: 'Only of this project.' },
    { flag: '--limit', value: 'N', meaning: `Maximum number of jobs, up to ${maxListed}; default ${defaultLimit}.` },
    { flag: '--before', value: 'JOB_ID', meaning: 'Only jobs created before this one: the next page.' },
    json,
  ],
  run: async ({ config, option, has, terminal }) => {
    const limit = readLimit(option('--limit'), { byDefault: defaultLimit, max: maxListed })
    const wanted = option('--state')
    const state = wanted === undefined ? undefined : readChoice('--state', wanted, jobStates)
    const kind = option('--kind')
    const jobs = await withStore(config(), async (store) => {
      const project = option('--project')
      return listJobs(
        store.read,
        {
          ...(kind === undefined ? {} : { kinds: [kind] }),
          ...(state === undefined ? {} : { state }),
          ...(project === undefined ? {} : { projectId: (await pickProject(store.read, project)).id }),
        },
        { limit, beforeId: option('--before') },
      )
    })
    terminal.out(has('--json') ? JSON.stringify(jobs.map(jobJson)) : printTable(jobs.map(jobRow), 'No jobs'))
    const last = jobs.at(-1)
    if (jobs.length === limit && last !== undefined) terminal.err(`There may be more: --before ${last.id}`)
    return exit.ok
  },
}

export const showJobCommand: Command = {
  settings: true,
  operands: ['JOB_ID'],
  options: [json],
  run: async ({ config, operands, has, terminal }) => {
    const job = await withStore(config(), (store) => readJob(store.read, operands[0] ?? ''))
    terminal.out(has('--json') ? JSON.stringify(jobJson(job)) : jobDetails(job))
    return exit.ok
  },
}

/** Counts jobs by state, and lists paused partitions. */
export const jobStatsCommand: Command = {
  settings: true,
  details: 'Finished jobs are not counted. “oldest due” is when the job that waits longest was to run.',
  options: [json],
  run: async ({ config, has, terminal }) => {
    const { counts, partitions } = await withStore(config(), async (store) => ({
      counts: await countJobs(store.read),
      partitions: await listPartitions(store.read),
    }))
    if (has('--json')) {
      terminal.out(
        JSON.stringify({
          kinds: counts.map(({ oldestRunAt, ...count }) => ({ ...count, oldest_run_at: timeOrNull(oldestRunAt) })),
          partitions: partitions.map(({ kind, partition, pausedUntil, concurrency }) => ({
            kind,
            partition,
            paused_until: timeOrNull(pausedUntil),
            concurrency,
          })),
        }),
      )
      return exit.ok
    }
    const rows = countByKind(counts).map(({ oldestDueAt, ...count }) => ({
      ...Object.fromEntries(Object.entries(count).map(([name, value]) => [name, String(value)])),
      'oldest due': printTime(oldestDueAt, ''),
    }))
    terminal.out(printTable(rows, 'No jobs are waiting, running or dead'))
    if (partitions.length > 0) {
      const held = partitions.map(({ kind, partition, pausedUntil, concurrency }) => ({
        kind,
        partition,
        'paused until': printTime(pausedUntil, ''),
        'at once': concurrency === null ? '' : String(concurrency),
      }))
      terminal.out(`\n${printTable(held, '')}`)
    }
    return exit.ok
  },
}

function timeOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : printTime(timeMs, '')
}
