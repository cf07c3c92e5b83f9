import { createAuditKeys, readRetiredKeys, useAuditKeys } from '../platform/audit/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { type InstanceConfig, secretsOf, vaultOf } from './instance-secret.ts'

/**
 * From now on the audit log of this store is signed with the current secret, and checked with all that are given or were
 * retired. Once per open store, before anything is recorded.
 */
export async function loadAuditKeys({ read }: Store, config: InstanceConfig): Promise<void> {
  useAuditKeys(read, createAuditKeys(secretsOf(config), await readRetiredKeys(read, vaultOf(config))))
}
