import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { recordAudit, verifyAudit } from '../../../src/platform/audit/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'

const actor = { kind: 'api_key', id: 'key_1' } as const

const write = (store: Store, action: string, projectId?: string) =>
  store.tx((db) =>
    recordAudit(db, {
      actor,
      action,
      ...(projectId === undefined ? {} : { projectId }),
      detail: { z: 1, a: [undefined, 2], gone: undefined },
    }),
  )

eachDialect((dialect, open) => {
  test('rows written at once in two projects verify', async () => {
    const store = await open()
    await Promise.all(Array.from({ length: 20 }, (_, i) => write(store, `thing.made${i}`, i % 2 ? 'prj_a' : 'prj_b')))
    await write(store, 'company.made')
    expect(await verifyAudit(store.read)).toEqual({ rows: 21, broken: [] })
  })

  test('an entry goes with the transaction it belongs to', async () => {
    const store = await open()
    const undone = store.tx(async (db) => {
      await recordAudit(db, { actor, action: 'thing.made' })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await verifyAudit(store.read)).toEqual({ rows: 0, broken: [] })
  })

  test('an altered row and a missing one are found', async () => {
    const store = await open()
    for (const action of ['one.did', 'two.did', 'three.did', 'four.did']) await write(store, action, 'prj_a')
    const ids = await store.read.rows<{ id: string }>(sql`select id from audit_log order by at`)
    await tamper(store, `update audit_log set action = 'none.did' where id = '${ids[0]?.id}'`)
    await tamper(store, `delete from audit_log where id = '${ids[2]?.id}'`)
    expect(await verifyAudit(store.read)).toEqual({
      rows: 3,
      broken: [
        { id: ids[0]?.id ?? '', reason: 'altered' },
        { id: ids[3]?.id ?? '', reason: 'row missing before' },
      ],
    })
  })

  test('the database refuses to change the log', async () => {
    const store = await open()
    await write(store, 'one.did')
    await expect(store.tx((db) => db.rows(sql`delete from audit_log`))).rejects.toThrow()
    await expect(store.tx((db) => db.rows(sql`update audit_log set action = 'x'`))).rejects.toThrow()
  })

  /** Somebody with the database file in hand: takes the triggers off first. */
  async function tamper(store: Store, statement: string): Promise<void> {
    await store.tx(async (db) => {
      const names =
        dialect === 'sqlite'
          ? await db.rows<{ name: string }>(
              sql`select name from sqlite_master where type = 'trigger' and tbl_name = 'audit_log'`,
            )
          : []
      for (const { name } of names) await db.script(`drop trigger ${name}`)
      if (dialect === 'postgres') await db.script('alter table audit_log disable trigger user')
      await db.script(statement)
    })
  }
})
