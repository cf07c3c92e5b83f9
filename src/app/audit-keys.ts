import { createAuditKeys, readRetiredKeys, useAuditKeys } from '../platform/audit/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { type InstanceConfig, secretsOf, vaultOf } from './instance-secret.ts'

/**
 * Signs the audit log of this store with the current secret, and verifies with all configured and retired ones. Call it once
 * per open store, before anything is recorded.
 */
export async function loadAuditKeys({ read }: Store, config: InstanceConfig): Promise<void> {
  useAuditKeys(read, createAuditKeys(secretsOf(config), await readRetiredKeys(read, vaultOf(config))))
}
