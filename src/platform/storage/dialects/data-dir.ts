import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { StorageError } from '../failure.ts'

// statfs(2) f_type. SQLite's locks and its shared wal-index do not work between hosts on these.
const networkFileSystems: Record<number, string> = {
  0x6969: 'NFS',
  0x517b: 'SMB',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB2',
  0x5346414f: 'AFS',
  0x0bd00bd0: 'Lustre',
  0x00c36400: 'Ceph',
}

/** The name of a network file system by its statfs type; undefined for a local disk. */
export function networkFileSystem(type: number): string | undefined {
  return networkFileSystems[type >>> 0]
}

/** Creates the data directory, for this user only. Fails with a remedy if it is not writable. */
export function makeDataDir(dataDir: string): void {
  try {
    // It will contain password hashes and a secret.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = (error as { code?: string }).code ?? String(error)
    if (reason === 'EEXIST' || reason === 'ENOTDIR')
      throw new StorageError(
        `The data directory ${dataDir} cannot be created: it, or a parent folder, is a file. Set SVC_DATA_DIR to another directory.`,
        error,
      )
    throw new StorageError(
      `The data directory ${dataDir} cannot be written (${reason}). ` +
        'Grant the user of this process write access, mount it writable, or set SVC_DATA_DIR to another directory.',
      error,
    )
  }
}

/** Like makeDataDir, and fails if SQLite is not safe there. */
export function prepareDataDir(dataDir: string): void {
  makeDataDir(dataDir)
  const network = networkFileSystem(statfsSync(dataDir).type)
  if (network !== undefined) {
    throw new StorageError(
      `The data directory ${dataDir} is on a network file system (${network}), where SQLite can lose data. ` +
        'Set SVC_DATA_DIR to a local disk, or SVC_DATABASE_URL to a Postgres server.',
    )
  }
}
