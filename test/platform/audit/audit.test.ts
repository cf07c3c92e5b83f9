import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import {
  type AuditKeys,
  auditKeysOf,
  createAnchorer,
  createAuditKeys,
  pruneAudit,
  purgeAnchors,
  readRetiredKeys,
  recordAudit,
  retireAuditKeys,
  switchToKeys,
  useAuditKeys,
  verifyAudit,
  visitSealedAuditKeys,
} from '../../../src/platform/audit/index.ts'
import { type Blobs, openBlobs } from '../../../src/platform/blobs/index.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { eachDialect, temporaryDirectory, testSecret } from '../../support/store.ts'

const actor = { kind: 'api_key', id: 'key_1' } as const
const minute = 60_000
const day = 86_400_000

const write = (store: Store, action: string, projectId?: string) =>
  store.tx((db) =>
    recordAudit(db, {
      actor,
      action,
      ...(projectId === undefined ? {} : { projectId }),
      detail: { z: 1, a: [undefined, 2], gone: undefined },
    }),
  )

/** Four rows of one project and one of none, anchored unless told otherwise. */
async function written(store: Store, { isAnchored = true } = {}) {
  const directory = temporaryDirectory()
  const blobs = openBlobs(directory)
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>))
  const anchorer = createAnchorer({ store, blobs, log })
  for (const action of ['one.did', 'two.did', 'three.did', 'four.did']) await write(store, action, 'prj_a')
  await write(store, 'company.made')
  if (isAnchored) await anchorer.anchor(Date.now())
  return { anchorer, blobs, directory, lines }
}

const idsOf = async (store: Store) =>
  (await store.read.rows<{ id: string }>(sql`select id from audit_log where project_id = 'prj_a' order by at`)).map(
    ({ id }) => id,
  )

const found = async (store: Store, blobs: Blobs) =>
  (await verifyAudit(store.read, blobs)).problems.map(({ kind, project, id }) =>
    [kind, project, id].filter((part) => part !== undefined),
  )

eachDialect((dialect, open) => {
  test('rows written at once in two projects verify', async () => {
    const store = await open()
    await Promise.all(Array.from({ length: 20 }, (_, i) => write(store, `thing.made${i}`, i % 2 ? 'prj_a' : 'prj_b')))
    await write(store, 'company.made')
    expect(await verifyAudit(store.read, openBlobs(temporaryDirectory()))).toEqual({
      rows: 21,
      chains: 3,
      unkeyedRows: 0,
      prunedRows: 0,
      anchors: { count: 0, last: null },
      problems: [],
    })
  })

  test('an entry goes with the transaction it belongs to', async () => {
    const store = await open()
    const undone = store.tx(async (db) => {
      await recordAudit(db, { actor, action: 'thing.made' })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await verifyAudit(store.read, openBlobs(temporaryDirectory()))).toMatchObject({ rows: 0, problems: [] })
  })

  test('an altered row and a missing one are found', async () => {
    const store = await open()
    const { blobs } = await written(store)
    const ids = await idsOf(store)
    await tamper(store, `update audit_log set action = 'none.did' where id = '${ids[0]}'`)
    await tamper(store, `delete from audit_log where id = '${ids[2]}'`)
    expect(await found(store, blobs)).toEqual([
      ['altered', 'prj_a', ids[0] ?? ''],
      ['missing', 'prj_a', ids[3] ?? ''],
    ])
  })

  test('a row that is exchanged, with every hash after it recomputed without the key, is found', async () => {
    const store = await open()
    const { blobs } = await written(store, { isAnchored: false })
    await tamper(store, `update audit_log set actor_id = 'key_2' where action = 'two.did'`)
    await recomputeWith(store, createAuditKeys(['another secret of thirty-two letters']))
    expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(Array(5).fill('unknown_key'))
    await recomputePlainly(store)
    expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(['unkeyed', 'unkeyed'])
  })

  test('a chain that is rewritten without keys contradicts its anchor', async () => {
    const store = await open()
    const { blobs } = await written(store)
    await recomputePlainly(store)
    await switchToKeys(store)
    expect((await found(store, blobs)).map(([kind]) => kind)).toContain('forged')
  })

  test('an anchor of a process that died before the database knew of it, the first one too, is no problem', async () => {
    const store = await open()
    const { blobs } = await written(store, { isAnchored: false })
    const log = createLog('error')
    const dying: Blobs = {
      ...blobs,
      put: async (key, bytes) => {
        await blobs.put(key, bytes)
        throw new Error('The process died.')
      },
    }
    const dies = () => createAnchorer({ store, blobs: dying, log }).anchor(Date.now())
    for (const action of ['five.did', 'six.did']) {
      await expect(dies()).rejects.toThrow('died')
      expect(await found(store, blobs)).toEqual([])
      await write(store, action, 'prj_a')
      await createAnchorer({ store, blobs, log }).anchor(Date.now())
      expect(await found(store, blobs)).toEqual([])
    }
    expect((await blobs.list('audit/')).length).toBe(4)
  })

  test('rows that are cut off at the end, and whole chains, are missed by their anchor', async () => {
    const store = await open()
    const { anchorer, blobs, lines } = await written(store)
    await tamper(store, `delete from audit_log where action in ('three.did', 'four.did') or project_id is null`)
    const { problems } = await verifyAudit(store.read, blobs)
    expect(problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Rows 3 to 4 are missing at the end: an anchor has row 4.',
        'Rows 1 to 1 are missing at the end: an anchor has row 1.',
      ]),
    )
    expect(problems).toHaveLength(2)

    // What is written later does not hide it, and the log says so at the next anchor.
    for (const action of ['five.did', 'six.did', 'seven.did']) await write(store, action, 'prj_a')
    await anchorer.anchor(Date.now() + minute)
    expect(lines.filter(({ message }) => message === 'audit_row_missing')).toMatchObject([{ project: 'prj_a', seq: 4 }])
    expect((await found(store, blobs)).map(([kind]) => kind).sort()).toEqual(['forged', 'missing'])
  })

  test('a chain that is emptied and begun anew is found, also without anchors', async () => {
    const store = await open()
    const { blobs } = await written(store, { isAnchored: false })
    await tamper(store, `delete from audit_log where action = 'one.did'`)
    const restarted = sql`update audit_log set previous_hash = ${'0'.repeat(64)}, seq = 1 where action = 'two.did'`
    await tamper(store, restarted)
    await resign(store, 'two.did')
    expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(['missing'])
  })

  test('triggers that were dropped, disabled or changed are found', async () => {
    const store = await open()
    const { blobs } = await written(store)
    expect(await found(store, blobs)).toEqual([])
    const statements =
      dialect === 'sqlite'
        ? [
            'drop trigger audit_log_no_update',
            `drop trigger audit_log_no_delete;
             create trigger audit_log_no_delete before delete on audit_log begin select 1; end`,
            'create trigger silence before insert on audit_log begin select raise(ignore); end',
          ]
        : [
            'alter table audit_log disable trigger audit_log_no_update',
            'drop trigger audit_log_no_truncate on audit_log',
            `create or replace function refuse_audit_log_delete() returns trigger language plpgsql
             as $$ begin return old; end $$`,
            'create rule silence as on insert to audit_log do instead nothing',
          ]
    for (const statement of statements) await store.tx((db) => db.script(statement))
    const { problems } = await verifyAudit(store.read, blobs)
    expect(problems.map(({ kind }) => kind)).toEqual(statements.map(() => 'trigger'))
  })

  test('anchors that were altered or taken away are found', async () => {
    const store = await open()
    const { anchorer, blobs, directory } = await written(store)
    for (let i = 1; i <= 3; i++) {
      await write(store, 'next.did', 'prj_a')
      expect(await anchorer.anchor(Date.now() + i)).toBe(2)
    }
    expect(await anchorer.anchor(Date.now() + minute)).toBe(0)
    const keys = (await blobs.list('audit/')).map(({ key }) => key)
    expect(keys).toHaveLength(4)
    expect(await verifyAudit(store.read, blobs)).toMatchObject({ anchors: { count: 4 }, problems: [] })
    const [first = '', , third = '', last = ''] = keys
    const bytes = (await blobs.get(last)) ?? new Uint8Array()

    await blobs.put(last, Buffer.from(Buffer.from(bytes).toString().replace('prj_a', 'prj_z')))
    expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(['anchor', 'anchor'])
    await blobs.put(last, bytes)
    await blobs.delete(third)
    expect((await verifyAudit(store.read, blobs)).problems).toMatchObject([
      { kind: 'anchor', message: 'The anchor before number 4 is missing.' },
    ])
    await blobs.delete(first)
    await blobs.delete(last)
    expect((await verifyAudit(store.read, blobs)).problems.map(({ message }) => message)).toEqual([
      'Anchors 1 to 1 are missing.',
      'Anchor 4, the newest that the database knows of, is missing.',
    ])
    rmSync(join(directory, 'audit'), { recursive: true })
    expect((await verifyAudit(store.read, blobs)).problems.map(({ message }) => message)).toEqual([
      'The anchors are missing.',
    ])
  })

  test('replicas that anchor at once write one chain of anchors', async () => {
    const store = await open()
    const { blobs } = await written(store, { isAnchored: false })
    const log = createLog('error')
    const replicas = Array.from({ length: 4 }, () => createAnchorer({ store, blobs, log }))
    await Promise.all(replicas.map((replica, i) => replica.anchor(Date.now() + i)))
    expect(await verifyAudit(store.read, blobs)).toMatchObject({ rows: 5, problems: [] })
  })

  describe('a log from before chains were keyed', () => {
    test('is switched over once, by a row that says how many were before it', async () => {
      const store = await open()
      const { anchorer, blobs } = await written(store, { isAnchored: false })
      await recomputePlainly(store)
      expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(['unkeyed', 'unkeyed'])
      expect([await switchToKeys(store), await switchToKeys(store)]).toEqual([2, 0])
      await write(store, 'five.did', 'prj_a')
      await anchorer.anchor(Date.now())
      expect(await verifyAudit(store.read, blobs)).toMatchObject({ rows: 8, unkeyedRows: 5, problems: [] })
      const rows = await store.read.rows(sql`select action, seq from audit_log where project_id = 'prj_a' order by at`)
      expect(rows.slice(-2)).toEqual([
        { action: 'audit.keyed', seq: 5 },
        { action: 'five.did', seq: 6 },
      ])

      await tamper(store, `update audit_log set actor_id = 'key_2' where action = 'two.did'`)
      await recomputePlainly(store)
      expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(['missing'])
    })

    test('and a row without a key is forged from then on', async () => {
      const store = await open()
      const { blobs } = await written(store)
      await tamper(store, `update audit_log set seq = null, hash = '${'a'.repeat(64)}' where action = 'four.did'`)
      expect((await found(store, blobs)).map(([kind]) => kind)).toContain('forged')
    })
  })

  test('a secret that was replaced still checks what it signed', async () => {
    const store = await open()
    const { blobs } = await written(store)
    useAuditKeys(store.read, createAuditKeys(['the next secret of thirty-two letters', testSecret]))
    await write(store, 'five.did', 'prj_a')
    expect(await found(store, blobs)).toEqual([])
    useAuditKeys(store.read, createAuditKeys(['the next secret of thirty-two letters']))
    expect((await found(store, blobs)).map(([kind]) => kind)).toEqual([
      'anchor',
      'anchor',
      ...Array(5).fill('unknown_key'),
    ])
  })

  describe('the key of a secret that was replaced and forgotten', () => {
    const secrets = ['one', 'two', 'three'].map((name) => `secret ${name} of thirty-two letters and more`)
    const email = 'anna@example.com'

    /** Gives the store the secrets as a start of the service does, the current one first. */
    const use = async (store: Store, ...given: string[]) => {
      const vault = createVault(given[0] ?? '')
      useAuditKeys(store.read, createAuditKeys(given, await readRetiredKeys(store.read, vault)))
      return vault
    }

    /** Rows and anchors under one secret after the other; of each only the audit key is left, sealed under the last. */
    async function rotated(store: Store) {
      const blobs = openBlobs(temporaryDirectory())
      const anchorer = createAnchorer({ store, blobs, log: createLog('error') })
      const pseudonyms: string[] = []
      for (const [at, secret] of secrets.entries()) {
        const before = secrets[at - 1]
        const vault = await use(store, secret, ...(before === undefined ? [] : [before]))
        if (before !== undefined) {
          // As `svc secrets rotate` seals again what is under the key before.
          const old = createVault(before)
          await store.tx((db) =>
            visitSealedAuditKeys(db, (sealed, context) => vault.seal(old.open(sealed, context), context), {
              after: '',
              limit: 10,
            }),
          )
          await use(store, secret, before)
          expect(await retireAuditKeys(store, vault, [before])).toBe(1)
          expect(await retireAuditKeys(store, vault, [before])).toBe(0)
        }
        await use(store, secret)
        for (const action of ['one.did', 'two.did']) await write(store, `${action}${at}`, 'prj_a')
        if (at < 2) await write(store, 'company.made')
        await anchorer.anchor(Date.now() + at)
        pseudonyms.push(auditKeysOf(store.read).pseudonym(email))
      }
      return { anchorer, blobs, pseudonyms }
    }

    test('still checks what it signed, over several rotations, and pseudonyms stay comparable', async () => {
      const store = await open()
      const { blobs, pseudonyms } = await rotated(store)
      expect(await verifyAudit(store.read, blobs)).toMatchObject({ anchors: { count: 3 }, problems: [] })
      expect(new Set(pseudonyms).size).toBe(1)
      expect(auditKeysOf(store.read).pseudonyms(email)).toHaveLength(3)
    })

    test('signs nothing new: rows behind its retirement are forged, with every secret before too', async () => {
      const store = await open()
      const { blobs } = await rotated(store)
      const own = auditKeysOf(store.read)
      for (const leaked of secrets.slice(0, 2)) {
        useAuditKeys(store.read, createAuditKeys([leaked]))
        await write(store, 'forged.did', 'prj_a')
        useAuditKeys(store.read, own)
        const { problems } = await verifyAudit(store.read, blobs)
        expect(problems).toContainEqual(
          expect.objectContaining({ kind: 'forged', message: expect.stringContaining('retired') }),
        )
      }
    })

    test('does not rewrite the rows of its time', async () => {
      const store = await open()
      const { blobs } = await rotated(store)
      const ids = await idsOf(store)
      await tamper(store, `update audit_log set actor_id = 'key_2' where id = '${ids[1]}'`)
      await recomputeWith(store, createAuditKeys([secrets[0] ?? '']), 2)
      expect((await found(store, blobs)).filter(([, project]) => project === 'prj_a')).toEqual([
        ['forged', 'prj_a', ids[1] ?? ''],
        ['missing', 'prj_a', ids[2] ?? ''],
      ])
    })

    test('makes no chain of its own, nor one that was cut off at its retirement', async () => {
      const store = await open()
      const { blobs } = await rotated(store)
      const own = auditKeysOf(store.read)
      useAuditKeys(store.read, createAuditKeys([secrets[1] ?? '']))
      await write(store, 'forged.did', 'prj_new')
      useAuditKeys(store.read, own)
      expect((await found(store, blobs)).map(([kind, project]) => [kind, project])).toEqual([['missing', 'prj_new']])
      await tamper(store, `delete from audit_log where project_id is null and seq > 1`)
      const kinds = (await found(store, openBlobs(temporaryDirectory()))).map(([kind, project]) => [kind, project])
      expect(kinds).toContainEqual(['missing', null])
    })

    test('signs no anchor and no checkpoint any more', async () => {
      const store = await open()
      const { anchorer, blobs } = await rotated(store)
      const removed = await pruneAudit(store, { days: 0, nowMs: Date.now() + 1, signal: new AbortController().signal })
      expect(removed).toBeGreaterThan(0)
      expect(await verifyAudit(store.read, blobs)).toMatchObject({ prunedRows: removed, problems: [] })
      const own = auditKeysOf(store.read)
      useAuditKeys(store.read, createAuditKeys([secrets[0] ?? '']))
      await write(store, 'forged.did', 'prj_a')
      await pruneAudit(store, { days: 0, nowMs: Date.now() + day, signal: new AbortController().signal })
      await anchorer.anchor(Date.now() + day)
      useAuditKeys(store.read, own)
      const kinds = (await found(store, blobs)).map(([kind]) => kind)
      expect(kinds).toEqual(expect.arrayContaining(['checkpoint', 'anchor', 'missing']))
    })
  })

  test('the database refuses to change the log', async () => {
    const store = await open()
    await write(store, 'one.did')
    await expect(store.tx((db) => db.rows(sql`delete from audit_log`))).rejects.toThrow()
    await expect(store.tx((db) => db.rows(sql`update audit_log set action = 'x'`))).rejects.toThrow()
  })

  describe('retention', () => {
    const prune = (store: Store, days: number, nowMs: number) =>
      pruneAudit(store, { days, nowMs, signal: new AbortController().signal })

    test('removes what is older, keeps the newest row of each chain, and the rest verifies', async () => {
      const store = await open()
      const { anchorer, blobs } = await written(store)
      expect(await prune(store, 30, Date.now() + 29 * day)).toBe(0)
      expect(await prune(store, 30, Date.now() + 31 * day)).toBe(3)
      expect(await verifyAudit(store.read, blobs)).toMatchObject({ rows: 2, prunedRows: 3, problems: [] })
      expect(await prune(store, 30, Date.now() + 31 * day)).toBe(0)
      await write(store, 'five.did', 'prj_a')
      await anchorer.anchor(Date.now() + minute)
      expect(await prune(store, 30, Date.now() + 32 * day)).toBe(1)
      expect(await verifyAudit(store.read, blobs)).toMatchObject({ rows: 2, prunedRows: 4, problems: [] })
      await expect(store.tx((db) => db.rows(sql`delete from audit_log`))).rejects.toThrow()
    })

    test('rows that are removed by hand behind a forged checkpoint are found', async () => {
      const store = await open()
      const { blobs } = await written(store)
      await store.tx(async (db) => {
        await db.script(`insert into audit_checkpoints
          select 'prj_a', seq, at, hash, at, 'v2.00000000.${'0'.repeat(64)}' from audit_log where action = 'two.did'`)
        await db.script(`delete from audit_log where action in ('one.did', 'two.did')`)
      })
      expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(['checkpoint', 'missing'])
      await tamper(store, 'delete from audit_checkpoints')
      expect((await found(store, blobs)).map(([kind]) => kind)).toEqual(['missing'])
    })

    test('old anchors go, and are not missed', async () => {
      const store = await open()
      const { anchorer, blobs, directory } = await written(store, { isAnchored: false })
      const before = Date.now() - 100 * day
      await anchorer.anchor(before)
      await write(store, 'five.did', 'prj_a')
      await anchorer.anchor(before + day)
      await anchorer.anchor(Date.now())
      expect(readdirSync(join(directory, 'audit'))).toHaveLength(3)
      expect(await purgeAnchors(blobs, Date.now() - 9 * day, new AbortController().signal)).toBe(1)
      expect(await found(store, blobs)).toEqual([])
    })
  })

  /** Someone with the database in hand: takes the triggers off, and puts them back. */
  async function tamper(store: Store, statement: string | ReturnType<typeof sql>): Promise<void> {
    await store.tx(async (db) => {
      const triggers =
        dialect === 'sqlite'
          ? await db.rows<{ name: string; sql: string }>(
              sql`select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_log'`,
            )
          : []
      for (const { name } of triggers) await db.script(`drop trigger ${name}`)
      if (dialect === 'postgres') await db.script('alter table audit_log disable trigger user')
      if (typeof statement === 'string') await db.script(statement)
      else await db.rows(statement)
      for (const trigger of triggers) await db.script(trigger.sql)
      if (dialect === 'postgres') await db.script('alter table audit_log enable trigger user')
    })
  }

  const fieldsOf = (row: Row) => [
    row.previousHash,
    row.id,
    row.at,
    row.companyId,
    row.projectId,
    row.actorKind,
    row.actorId,
    row.action,
    row.target,
    row.ip,
    row.requestId,
    row.detail,
  ]
  type Row = Store['read']['tables']['auditLog']['$inferSelect']
  type Rehash = (row: Row) => Pick<Row, 'hash' | 'seq'>

  /** Rewrites the hashes of every chain up to where it was switched over, each row behind the one before it. */
  async function recompute(store: Store, rehash: Rehash, count = Infinity): Promise<void> {
    const { auditLog } = store.read.tables
    const rows = await store.read.select().from(auditLog).orderBy(auditLog.at)
    for (const chain of Map.groupBy(rows, ({ projectId }) => projectId).values()) {
      let previousHash = '0'.repeat(64)
      for (const row of chain.slice(0, count)) {
        if (row.action === 'audit.keyed') break
        const { hash, seq } = rehash({ ...row, previousHash })
        await tamper(
          store,
          sql`update audit_log set hash = ${hash}, previous_hash = ${previousHash}, seq = ${seq} where id = ${row.id}`,
        )
        previousHash = hash
      }
    }
  }

  const recomputeWith = (store: Store, keys: AuditKeys, count?: number) =>
    recompute(
      store,
      (row) => ({ hash: keys.sign(['svc audit row v2', row.seq, ...fieldsOf(row)]), seq: row.seq }),
      count,
    )

  /** As the service wrote it before chains were keyed, which anybody can. */
  const recomputePlainly = (store: Store) =>
    recompute(store, (row) => ({ hash: Bun.SHA256.hash(JSON.stringify(fieldsOf(row)), 'hex'), seq: null }))

  /** As anyone who has the secret would: the row alone, with its own key. */
  async function resign(store: Store, action: string): Promise<void> {
    const { auditLog } = store.read.tables
    const row = (await store.read.select().from(auditLog)).find((each) => each.action === action) as Row
    const hash = auditKeysOf(store.read).sign(['svc audit row v2', row.seq, ...fieldsOf(row)])
    await tamper(store, sql`update audit_log set hash = ${hash} where id = ${row.id}`)
  }
})
