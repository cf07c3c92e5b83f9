/** SQL of records, their authentication sets, rollups and day totals. Domain and report are those of a checked project. */
import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'
import type { AuthSet } from './auth-set.ts'
import type { DayTotal } from './day-totals.ts'
import { rollupMask } from './result.ts'

/** Rows of one statement, a few milliseconds of SQLite. */
const rowsAtOnce = 500

/**
 * Records of one statement that sums them on Postgres, where it blocks no thread of the service: a second, in which the keys
 * of neighbors are written together.
 */
const summedAtOnce = 20_000

/** A record to store; `setNo` refers to an authentication set of the domain. */
export interface NewRecord {
  readonly position: number
  readonly ip: string
  readonly messages: number
  readonly result: number
  readonly setNo: number
  readonly spread: readonly number[] | null
}

/** An authentication set to store. */
export interface NewSet {
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string
  /** The set as JSON. */
  readonly text: string
}

/** Calls `write` for slices of the rows. SQLite completes synchronously, so the event loop gets a turn in between. */
async function inSlices<T>(rows: readonly T[], write: (slice: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await turn()
    await write(rows.slice(from, from + rowsAtOnce))
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Sets are kept for as much longer than their last record, so that known ones are rarely written. */
const graceMs = 2 * dayMs

/** Stores sets that the domain does not have, keeps all of them until then, and returns their numbers by hash. */
export async function internSets(
  db: Db,
  { domainNo, untilMs }: { domainNo: number; untilMs: number },
  sets: readonly NewSet[],
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  const untilAt = Math.ceil((untilMs + graceMs) / dayMs) * dayMs
  const keep = sql`on conflict (domain_no, hash) do update set until_at = excluded.until_at
    where dmarc_auth_sets.until_at < excluded.until_at - ${graceMs / 2}`
  await inSlices(
    sets.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)),
    async (slice) => {
      const list = `[${slice.map(({ hash, text }) => `{"hash":"${hash}","value":${text}}`).join(',')}]`
      const hashes = JSON.stringify(slice.map(({ hash }) => hash))
      const isLite = db.dialect === 'sqlite'
      await db.rows(
        isLite
          ? sql`insert into dmarc_auth_sets (domain_no, hash, value, header_from, signer, mailer, until_at)
            select ${domainNo}, value ->> 'hash', value -> 'value', value ->> '$.value.headerFrom', value ->> '$.value.signer',
            value ->> '$.value.mailer', ${untilAt} from json_each(${list}) where true ${keep}`
          : sql`insert into dmarc_auth_sets (domain_no, hash, value, until_at) select ${domainNo}::bigint, hash, value, ${untilAt}::bigint
            from json_to_recordset(${list}::text::json) as r (hash text, value json) order by hash ${keep}`,
      )
      const found = await db.rows<{ no: number; hash: string }>(
        isLite
          ? sql`select no, hash from dmarc_auth_sets where domain_no = ${domainNo} and hash in
            (select value from json_each(${hashes}))`
          : sql`select no, hash from dmarc_auth_sets where domain_no = ${domainNo} and hash in
            (select jsonb_array_elements_text(${hashes}::text::jsonb))`,
      )
      for (const { hash, no } of found) numbers.set(hash, Number(no))
    },
  )
  return numbers
}

/** Deletes sets of all domains that no record refers to any more, some at a time; returns true if there may be more. */
export async function deleteOldSets(db: Db, nowMs: number): Promise<boolean> {
  const { dmarcAuthSets: t } = db.tables
  const old = db.select({ no: t.no }).from(t).where(lte(t.untilAt, nowMs)).limit(rowsAtOnce)
  // The time is compared again, as a set may be in use since.
  const deleted = await db
    .delete(t)
    .where(and(inArray(t.no, old), lte(t.untilAt, nowMs)))
    .returning({ no: t.no })
  return deleted.length === rowsAtOnce
}

export function insertRecords(db: Db, reportNo: number, records: readonly NewRecord[]): Promise<void> {
  return inSlices(records, async (slice) => {
    await db.rows(
      db.dialect === 'sqlite'
        ? sql`insert into dmarc_records (report_no, position, ip, messages, result, set_no, spread)
            select ${reportNo}, value ->> 'position', value ->> 'ip', value ->> 'messages', value ->> 'result',
            value ->> 'setNo', value ->> 'spread' from json_each(${JSON.stringify(slice)})`
        : sql`insert into dmarc_records (report_no, position, ip, messages, result, set_no, spread)
            select ${reportNo}::bigint, position, ip, messages, result, set_no, nullif(spread, '')::jsonb
            from unnest(${column(slice, ({ position }) => position)}::text::integer[], ${column(slice, ({ ip }) => ip)}::text::text[],
            ${column(slice, ({ messages }) => messages)}::text::bigint[], ${column(slice, ({ result }) => result)}::text::integer[],
            ${column(slice, ({ setNo }) => setNo)}::text::bigint[], ${column(slice, spreadOf)}::text::text[])
            as r (position, ip, messages, result, set_no, spread)`,
    )
  })
}

/** An array of Postgres, which it reads in a third of the time of JSON. */
function column(records: readonly NewRecord[], valueOf: (record: NewRecord) => string | number): string {
  return `{${records.map(valueOf).join(',')}}`
}

function spreadOf({ spread }: NewRecord): string {
  return spread === null ? '""' : `"[${spread.join(',')}]"`
}

/**
 * Adds the stored records of a report to the rollups of its locked domain, or takes them back (`sign` -1), in slices of
 * positions, so that the sums of a large report are never in memory.
 */
export async function applyRollups(
  db: Db,
  domainNo: number,
  { firstDay, records, reportNo }: { reportNo: number; records: number; firstDay: number },
  sign: 1 | -1,
): Promise<void> {
  const isLite = db.dialect === 'sqlite'
  // A day of the spread has a number from 0 on SQLite, from 1 on Postgres.
  const parts = isLite
    ? sql`json_each(r.spread) as part on true`
    : sql`lateral jsonb_array_elements_text(r.spread) with ordinality as part (value, key) on true`
  const day = isLite ? sql`${firstDay} + coalesce(part.key, 0)` : sql`${firstDay}::integer + coalesce(part.key - 1, 0)`
  const messages = isLite ? sql`coalesce(part.value, r.messages)` : sql`coalesce(part.value::bigint, r.messages)`
  const [no, report, times] = isLite
    ? [sql`${domainNo}`, sql`${reportNo}`, sql`${sign}`]
    : [sql`${domainNo}::bigint`, sql`${reportNo}::bigint`, sql`${sign}::integer`]
  const atOnce = isLite ? rowsAtOnce : summedAtOnce
  for (let from = 0; from < records; from += atOnce) {
    if (from > 0) await turn()
    // Grouped, because Postgres updates a row once in a statement; in order of the key, which touches fewer pages.
    await db.rows(sql`insert into dmarc_rollups (domain_no, day, ip, header_from, signer, mailer, result, messages)
      select ${no}, day, ip, header_from, signer, mailer, result, ${times} * sum(messages) from (
        select ${day} as day, r.ip as ip, s.header_from, s.signer, s.mailer, r.result & ${sql.raw(String(rollupMask))} as result, ${messages} as messages
        from dmarc_records r join dmarc_auth_sets s on s.no = r.set_no left join ${parts}
        where r.report_no = ${report} and r.position >= ${from} and r.position < ${from + atOnce}
      ) as counted
      where messages <> 0 group by day, ip, header_from, signer, mailer, result
      order by day, ip, header_from, signer, mailer, result
      on conflict (domain_no, day, ip, header_from, signer, mailer, result)
      do update set messages = dmarc_rollups.messages + excluded.messages`)
  }
}

/** Deletes the rollups of these days from which all messages were taken back. */
export async function deleteEmptyRollups(db: Db, domainNo: number, days: readonly DayTotal[]): Promise<void> {
  const { dmarcRollups: t } = db.tables
  for (const { day } of days) await db.delete(t).where(and(eq(t.domainNo, domainNo), eq(t.day, day), eq(t.messages, 0)))
}

/** Adds sums per day to the totals of a locked domain, or takes them back (`sign` -1). Days without messages are deleted. */
export async function applyDays(db: Db, domainNo: number, days: readonly DayTotal[], sign: 1 | -1): Promise<void> {
  const { dmarcDays: t } = db.tables
  const revision = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
  for (const each of days) {
    const row = {
      domainNo,
      day: each.day,
      messages: sign * each.messages,
      compliant: sign * each.compliant,
      dkimAligned: sign * each.dkimAligned,
      spfAligned: sign * each.spfAligned,
      none: sign * each.none,
      quarantine: sign * each.quarantine,
      reject: sign * each.reject,
      pass: sign * each.pass,
      revision,
    }
    await db
      .insert(t)
      .values(row)
      .onConflictDoUpdate({
        target: [t.domainNo, t.day],
        set: {
          messages: sql`${t.messages} + ${row.messages}`,
          compliant: sql`${t.compliant} + ${row.compliant}`,
          dkimAligned: sql`${t.dkimAligned} + ${row.dkimAligned}`,
          spfAligned: sql`${t.spfAligned} + ${row.spfAligned}`,
          none: sql`${t.none} + ${row.none}`,
          quarantine: sql`${t.quarantine} + ${row.quarantine}`,
          reject: sql`${t.reject} + ${row.reject}`,
          pass: sql`${t.pass} + ${row.pass}`,
          revision,
        },
      })
  }
  if (sign === -1) await db.delete(t).where(and(eq(t.domainNo, domainNo), eq(t.messages, 0)))
}

export interface StoredRecord {
  readonly position: number
  readonly ip: string
  readonly messages: number
  readonly result: number
  readonly spread: number[] | null
  readonly set: AuthSet
}

/** Records of a report in order, those after a position. */
export async function selectRecords(
  db: Db,
  reportNo: number,
  { after, limit }: { after: number; limit: number },
): Promise<StoredRecord[]> {
  const { dmarcAuthSets: s, dmarcRecords: r } = db.tables
  const rows = await db
    .select({
      position: r.position,
      ip: r.ip,
      messages: r.messages,
      result: r.result,
      spread: r.spread,
      set: s.value,
    })
    .from(r)
    .innerJoin(s, eq(s.no, r.setNo))
    .where(and(eq(r.reportNo, reportNo), gt(r.position, after)))
    .orderBy(asc(r.position))
    .limit(limit)
  return rows.map((row) => ({ ...row, set: row.set as AuthSet }))
}

/** Every record of a report, in pages. */
export async function* eachRecord(db: Db, reportNo: number): AsyncGenerator<StoredRecord, void, void> {
  for (let after = -1; ;) {
    const page = await selectRecords(db, reportNo, { after, limit: rowsAtOnce })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < rowsAtOnce) return
    after = last.position
    await turn()
  }
}

/** Deletes the records of a report in slices of positions. */
export async function deleteRecords(db: Db, reportNo: number, records: number): Promise<void> {
  const { dmarcRecords: t } = db.tables
  for (let below = rowsAtOnce * 4; ; below += rowsAtOnce * 4) {
    await db.delete(t).where(and(eq(t.reportNo, reportNo), lt(t.position, below)))
    if (below >= records) return
    await turn()
  }
}
