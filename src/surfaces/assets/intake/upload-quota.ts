import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectUploads } from '../store.ts'

const dayMs = 24 * 3_600_000

/**
 * Checks that an end user may upload this many more bytes, counted by project and user id of the verified token. Other
 * callers have no such quota. RATE_LIMIT_EXCEEDED with Retry-After for the last 24 hours, LIMIT_REACHED for all uploads.
 */
export async function checkUploadQuota(db: Db, caller: Caller, bytes: number, nowMs = db.nowMs()): Promise<void> {
  const { endUser, projectId, actor } = caller
  if (endUser === undefined) return
  const { uploadsPerDay, uploadBytesPerDay, uploads, uploadBytes } = endUser.quota
  const user = { projectId, userId: actor.id }
  if (uploads !== null || uploadBytes !== null) {
    const all = await selectUploads(db, { ...user, sinceMs: 0 })
    if (exceeds(all.count + 1, uploads) || exceeds(all.bytes + bytes, uploadBytes))
      fail('LIMIT_REACHED', `This user is limited to ${wordsOf(uploads, uploadBytes)} in total. ${remedy}`)
  }
  const day = await selectUploads(db, { ...user, sinceMs: nowMs - dayMs })
  if (!exceeds(day.count + 1, uploadsPerDay) && !exceeds(day.bytes + bytes, uploadBytesPerDay)) return
  const waitMs = (day.firstMs ?? nowMs) + dayMs - nowMs
  fail('RATE_LIMIT_EXCEEDED', {
    detail: `This user is limited to ${wordsOf(uploadsPerDay, uploadBytesPerDay)} within 24 hours. ${remedy}`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  })
}

const remedy = 'The project can change the quota: PUT /projects/{id} with end_users.'

function exceeds(value: number, limit: number | null): boolean {
  return limit !== null && value > limit
}

function wordsOf(files: number | null, bytes: number | null): string {
  const parts = [files === null ? [] : [`${files} files`], bytes === null ? [] : [`${bytes} bytes`]].flat()
  return parts.join(' and ')
}
