import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findWidePermissions } from '../../../platform/storage/index.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'

const rounds = 8
const syncClock = 'Synchronize the clocks, for example with chrony or systemd-timesyncd'

/** Checks that the data directory is writable, and measures a durable write: the cost of every save. */
export function checkDataDirectory(dataDir: string): Finding {
  const name = 'data directory'
  const folder = existing(dataDir)
  const file = join(folder, `.svc-doctor-${process.pid}`)
  try {
    const handle = openSync(file, 'wx', 0o600)
    const started = performance.now()
    for (let round = 0; round < rounds; round++) {
      writeSync(handle, 'x'.repeat(4096))
      fsyncSync(handle)
    }
    const millis = (performance.now() - started) / rounds
    closeSync(handle)
    const speed = `a durable write takes ${millis.toFixed(1)} ms`
    if (folder !== dataDir) return ok(name, `${dataDir} will be created in ${folder}; ${speed}`)
    const wide = findWidePermissions(dataDir)
    const open = wide.filter((path) => path !== dataDir && isOpenToAll(path))
    if (open.length > 0)
      return bad(name, `every user of this machine may read ${open.join(', ')}`, `Set the mode of ${dataDir} to 0700`)
    if (wide.length > 0)
      return warn(name, `other users may read ${wide.join(', ')}; ${speed}`, `Set the mode of ${dataDir} to 0700`)
    return millis > 50
      ? warn(name, `${dataDir} is writable, but slow: ${speed}`, 'Move it to a local SSD; every save waits for it')
      : ok(name, `${dataDir} is writable; ${speed}`)
  } catch (error) {
    return bad(name, `${folder} cannot be written: ${reason(error)}`, 'Let the user that runs svc write to it')
  } finally {
    rmSync(file, { force: true })
  }
}

// Permissions of the group are accepted: Kubernetes gives volumes to the service that way.
function isOpenToAll(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0
}

/** Free space of the data directory. */
export function checkDiskSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(existing(dataDir))
  const gigabytes = (bavail * bsize) / 1e9
  const message = `${gigabytes.toFixed(1)} GB free`
  const remedy = 'Free space or enlarge the disk; saves fail when it is full'
  if (gigabytes < 0.1) return bad('disk space', message, remedy)
  return gigabytes < 1 ? warn('disk space', message, remedy) : ok('disk space', message)
}

/** Checks that the clock is plausible and agrees with that of the file system, which may be on another machine. */
export function checkClock(dataDir: string, nowMs: number = Date.now()): Finding {
  const file = join(existing(dataDir), `.svc-doctor-clock-${process.pid}`)
  try {
    closeSync(openSync(file, 'wx', 0o600))
    const aheadMs = statSync(file).mtimeMs - Date.now()
    const now = new Date(nowMs).toISOString()
    if (nowMs < Date.UTC(2026, 0, 1))
      return bad('clock', `${now} is in the past; signatures and expiry will be wrong`, syncClock)
    if (Math.abs(aheadMs) > 5000)
      return warn('clock', `the file system’s clock differs by ${Math.round(aheadMs / 1000)} s`, syncClock)
    return ok('clock', now)
  } catch {
    return warn(
      'clock',
      'cannot be compared, for the data directory is not writable',
      'Let the user that runs svc write to it',
    )
  } finally {
    rmSync(file, { force: true })
  }
}

function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))
}
