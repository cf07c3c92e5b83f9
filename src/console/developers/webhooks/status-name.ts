import { words } from '../words.ts'

const names = new Map([
  ['pending', words.t('status.pending')],
  ['succeeded', words.t('status.succeeded')],
  ['failed', words.t('status.failed')],
  ['skipped', words.t('status.skipped')],
])

/** The status itself for one that a later version of the API adds. */
export function statusName(status: string): string {
  return names.get(status) ?? status
}
