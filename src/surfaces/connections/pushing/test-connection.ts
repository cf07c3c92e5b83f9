import { PushFailure } from '../../../email/push/index.ts'
import type { Caller, Vault } from '../../../platform/identity/index.ts'
import type { Send } from '../../../platform/net/index.ts'
import { type Store, statementwise } from '../../../platform/storage/index.ts'
import { loadConnection, openAccount } from '../accounts/accounts.ts'
import { adapterOf } from '../accounts/check-account.ts'
import type { ConnectionTest } from '../accounts/contract.ts'
import { updateConnection } from '../accounts/store.ts'
import { openApi } from './wire.ts'

/** Tests the credentials with a request that writes nothing at the provider, and stores the result. CONNECTION_NOT_FOUND. */
export async function testConnection(
  { send, store, vault }: { store: Store; vault: Pick<Vault, 'open'>; send: Send },
  caller: Caller,
  id: string,
): Promise<ConnectionTest> {
  const row = await loadConnection(store.read, caller, id)
  const adapter = adapterOf(row.provider)
  const account = openAccount(row, vault)
  const tested = await ask()
  const test: ConnectionTest = { ...tested, tested_at: new Date().toISOString() }
  await store.tx((db) => updateConnection(db, caller.projectId, id, { test }), statementwise)
  return test

  async function ask(): Promise<Omit<ConnectionTest, 'tested_at'>> {
    try {
      const owner = await adapter.test(openApi(adapter, account, { send, baseUrl: row.baseUrl }), account)
      const message = `${adapter.name} accepted the credentials.`
      return { ok: true, message, ...(owner === undefined ? {} : { account: owner }) }
    } catch (error) {
      if (!(error instanceof PushFailure)) throw error
      return { ok: false, message: error.message }
    }
  }
}
