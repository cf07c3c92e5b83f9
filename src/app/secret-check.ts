import type { Vault } from '../platform/identity/index.ts'
import type { Db } from '../platform/storage/index.ts'
import { claimSetting, lockSetting, replaceSetting, selectSetting } from './store.ts'

const setting = 'secret_check'
const signedWord = 'the secret of this store'

/**
 * Determines which secret of the vault the store uses: the current one, or a previous one during a rotation. A store without
 * a mark gets that of the current secret. Throws an Error for any other secret. Locks the mark until the transaction ends.
 */
export async function checkSecret(db: Db, vault: Vault): Promise<'current' | 'previous'> {
  if (await claimSetting(db, setting, markOf(vault))) return 'current'
  return whichSecret(await lockSetting(db, setting), vault)
}

/** Throws an Error with the remedy if the store uses another secret, or was never used by a server. Changes nothing. */
export async function requireSecret(db: Db, vault: Vault): Promise<void> {
  whichSecret(await selectSetting(db, setting), vault)
}

function whichSecret(check: unknown, vault: Vault): 'current' | 'previous' {
  const signature = typeof check === 'object' && check !== null && 'signature' in check ? check.signature : undefined
  if (typeof signature === 'string' && vault.verify(signedWord, signature))
    return signature === vault.sign(signedWord) ? 'current' : 'previous'
  throw new Error(
    'This store was created with another secret. Set the same SVC_SECRET, or use the data directory that contains the file “secret”. After a rotation, set the previous secret in SVC_SECRET_PREVIOUS.',
  )
}

/** Records that everything in the store is sealed with the current secret. */
export async function markSecret(db: Db, vault: Vault): Promise<void> {
  await replaceSetting(db, setting, markOf(vault))
}

function markOf(vault: Vault): { signature: string } {
  return { signature: vault.sign(signedWord) }
}
