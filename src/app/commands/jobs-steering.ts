import { redriveDead } from '../../platform/jobs/index.ts'
import { cancelNow, retryNow } from '../operations/jobs.ts'
import { type Command, exit } from './command.ts'
import { cancelableKinds } from '../work.ts'
import { counted } from './counted.ts'
import { withStore } from './with-store.ts'

/** Runs a dead, canceled or scheduled job now. */
export const retryJobCommand: Command = {
  settings: true,
  operands: ['JOB_ID'],
  details: [
    'A dead job gets all its attempts again; others continue with their remaining attempts, so a delivery keeps its position',
    'in the retry schedule. A running server starts the job within a second.',
  ].join('\n'),
  run: async ({ config, operands, terminal }) => {
    const job = await withStore(config(), (store) => retryNow(store, operands[0] ?? ''))
    terminal.out(`${job.id} (${job.kind}) is ready`)
    return exit.ok
  },
}

/** Reruns all dead jobs of a kind. */
export const redriveJobsCommand: Command = {
  settings: true,
  operands: ['KIND'],
  details: 'Use it after the cause is fixed. svc jobs list --state dead lists them.',
  run: async ({ config, operands, terminal }) => {
    const [kind = ''] = operands
    const count = await withStore(config(), (store) => redriveDead(store, kind))
    terminal.out(`${counted(count, 'job')} of ${kind} ${count === 1 ? 'is' : 'are'} ready`)
    return exit.ok
  },
}

export const cancelJobCommand: Command = {
  settings: true,
  operands: ['JOB_ID'],
  details: 'A running job is notified within 10 seconds, and its result is discarded.',
  run: async ({ config, operands, terminal }) => {
    const job = await withStore(config(), (store) => cancelNow(store, operands[0] ?? '', { kinds: cancelableKinds }))
    terminal.out(`${job.id} (${job.kind}) is canceled`)
    return exit.ok
  },
}
