import { type SQL, sql, and, asc, eq } from 'drizzle-orm'
import { type Db, type Store, advisoryLock, underLocks, type Tables } from '../storage/index.ts'
import type { JobColumns } from './kind.ts'

/** A later time was written by a clock that was ahead, milliseconds. */
const aheadMs = 2000
/**
 * Longer pauses were written by a clock that was ahead, milliseconds: the breaker of webhooks pauses for ten minutes at
 * most.
 */
const maxPauseMs = 3_600_000
const maxPartitions = 1000

/** A claimed job, with column names. */
export interface ClaimedRow extends JobColumns {
  priority: number
  /** Processes in a row that died while it ran; negative while it runs as the only suspect of its process. */
  crashes: number
  fence: number
  errors: string | null
}

/** A partition with ready jobs. */
export interface PartitionRow {
  partition: string
  /** Priority of its first job. */
  priority: number
  paused_until: number | null
  concurrency: number | null
  running: number
}

/** A claim of jobs in one partition. */
export interface PartitionClaim {
  partition: string
  wanted: number
  /** Concurrency limit over all replicas; null for none. */
  cap: number | null
}

/**
 * `readyKinds` are those of the given kinds with ready jobs; `nextDueAt` is the time of the next scheduled job of any kind.
 * A suspect is a scheduled job with crashes: it is not made ready, but claimed separately.
 */
export async function findWork(
  db: Db,
  kinds: readonly string[],
  nowMs: number,
): Promise<{ readyKinds: string[]; nextDueAt: number | null; hasSuspects: boolean }> {
  const list = JSON.stringify(kinds)
  const names =
    db.dialect === 'sqlite' ? sql`json_each(${list}) k` : sql`jsonb_array_elements_text(${list}::text::jsonb) k (value)`
  const rows = await db.rows<{ kind: string | null; due: number | null; suspect: string | null }>(sql`
    select k.value as kind, null as due, null as suspect from ${names}
    where k.value = (select kind from jobs where state = 'ready' and kind = k.value limit 1)
    union all
    select null, run_at, null from
      (select run_at from jobs where state = 'scheduled' and crashes = 0 order by run_at limit 1) first
    union all
    select null, null, id from
      (select id from jobs where state = 'scheduled' and crashes > 0 and run_at <= ${nowMs} limit 1) second`)
  return {
    readyKinds: rows.flatMap((row) => row.kind ?? []),
    nextDueAt: rows.find((row) => row.due !== null)?.due ?? null,
    hasSuspects: rows.some((row) => row.suspect !== null),
  }
}

/** Makes at most `limit` due jobs ready, except suspects, and returns their number. */
export async function promoteDue(store: Store, nowMs: number, limit: number): Promise<number> {
  const rows = await store.statement(sql`update jobs set state = 'ready' where id in (
    select id from jobs where state = 'scheduled' and crashes = 0 and run_at <= ${nowMs} order by run_at limit ${limit}
    ${skipLocked(store)}) returning 1 as promoted`)
  return rows.length
}

/**
 * Partitions of a kind with ready jobs, in order, after the given one. Each costs one index lookup, however many jobs wait
 * in it. Running jobs are counted for partitions with a concurrency limit, or for all if `isCounted`.
 */
export async function readPartitions(
  db: Db,
  { kind, after, limit, isCounted }: { kind: string; after: string; limit: number; isCounted: boolean },
): Promise<PartitionRow[]> {
  const next = (partition: SQL) => sql`state = 'ready' and kind = ${kind} and lane > ${partition}
    order by lane, priority, run_at, id limit 1`
  const step =
    db.dialect === 'sqlite'
      ? sql`select j.lane, j.priority, l.n + 1 from lanes l
          join jobs j on j.rowid = (select rowid from jobs where ${next(sql`l.lane`)}) where l.n < ${limit}`
      : sql`select j.lane, j.priority, l.n + 1 from lanes l
          cross join lateral (select lane, priority from jobs where ${next(sql`l.lane`)}) j where l.n < ${limit}::integer`
  return db.rows<PartitionRow>(sql`
    with recursive lanes (lane, priority, n) as (
      select * from (select lane, priority, 1 as n from jobs where ${next(sql`${after}`)}) first union all ${step}
    )
    select l.lane as partition, l.priority, w.paused_until, w.concurrency,
      case when ${isCounted ? sql`true` : sql`w.concurrency is not null`} then (select count(*) from jobs r
        where r.state = 'running' and r.kind = ${kind} and r.lane = l.lane) else 0 end as running
    from lanes l left join job_lanes w on w.kind = ${kind} and w.lane = l.lane`)
}

interface ClaimOptions {
  kind: string
  nowMs: number
  leaseUntil: number
}

/** Claims ready jobs, at most `wanted` per partition and no more than its cap allows. */
export async function claimJobs(
  store: Store,
  partitions: readonly PartitionClaim[],
  { kind, nowMs, leaseUntil }: ClaimOptions,
): Promise<ClaimedRow[]> {
  if (store.dialect === 'postgres') {
    const list = JSON.stringify(partitions.map(({ partition, wanted, cap }) => ({ lane: partition, wanted, cap })))
    return store.statement<ClaimedRow>(
      sql`select *, lane as partition from claim_jobs(${kind}, ${list}::text::jsonb, ${nowMs}, ${leaseUntil})`,
    )
  }
  const claim = async (db: Db) => {
    const claimed: ClaimedRow[] = []
    for (const [capacity, names] of await measureCapacity(db, kind, partitions)) {
      // `cross join` fixes the order, so that each partition is one index lookup even if the statistics report few jobs.
      const rows = await db.rows<ClaimedRow>(sql`
        update jobs set state = 'running', fence = fence + 1, lease_until = ${leaseUntil}, started_at = ${nowMs}
        where rowid in (select j.rowid from json_each(${JSON.stringify(names)}) w cross join jobs j on j.rowid in
          (select rowid from jobs where state = 'ready' and kind = ${kind} and lane = w.value
            order by priority, run_at, id limit ${capacity}))
        returning id, kind, project_id, lane as partition, payload, priority, run_at, attempts, crashes, fence, errors,
          created_at`)
      claimed.push(...rows)
    }
    return claimed
  }
  // A claim lost in a power failure leaves the job ready.
  return store.tx(claim, { survives: 'process' })
}

/** Due suspects in partitions that are not paused, oldest first. */
export async function findSuspects(
  db: Db,
  kinds: readonly string[],
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<{ id: string; kind: string; partition: string; concurrency: number | null }[]> {
  const list = JSON.stringify(kinds)
  const isOurs =
    db.dialect === 'sqlite'
      ? sql`j.kind in (select value from json_each(${list}))`
      : sql`j.kind in (select value from jsonb_array_elements_text(${list}::text::jsonb))`
  return db.rows(sql`select j.id, j.kind, j.lane as partition, l.concurrency from jobs j
    left join job_lanes l on l.kind = j.kind and l.lane = j.lane
    where j.state = 'scheduled' and j.crashes > 0 and j.run_at <= ${nowMs} and ${isOurs}
      and coalesce(l.paused_until, 0) <= ${nowMs}
    order by j.run_at limit ${limit}`)
}

/** Undefined if the partition is full or another process claimed it first. */
export function claimSuspect(
  store: Store,
  { id, partition, cap }: { id: string; partition: string; cap: number | null },
  { kind, nowMs, leaseUntil }: ClaimOptions,
): Promise<ClaimedRow | undefined> {
  return store.tx(async (db) => {
    // claim_jobs holds the same lock while it counts the running jobs of a partition.
    if (cap !== null) await advisoryLock(db, `jobs ${kind}`)
    const running = cap === null ? undefined : await countRunning(db, kind, [{ partition }])
    if (cap !== null && (running?.get(partition) ?? 0) >= cap) return undefined
    const [row] = await db.rows<ClaimedRow>(sql`update jobs set state = 'running', fence = fence + 1,
      crashes = -crashes, lease_until = ${leaseUntil}, started_at = ${nowMs}
      where id = ${id} and state = 'scheduled' and crashes > 0 returning *, lane as partition`)
    return row
  }, underLocks)
}

/** Groups the partitions by the number of jobs that may be claimed of each; a group is claimed by one statement. */
async function measureCapacity(
  db: Db,
  kind: string,
  partitions: readonly PartitionClaim[],
): Promise<Map<number, string[]>> {
  const capped = partitions.filter(({ cap }) => cap !== null)
  const running = capped.length === 0 ? undefined : await countRunning(db, kind, capped)
  const capacities = new Map<number, string[]>()
  for (const { partition, wanted, cap } of partitions) {
    const capacity = cap === null ? wanted : Math.min(wanted, cap - (running?.get(partition) ?? 0))
    if (capacity <= 0) continue
    const together = capacities.get(capacity)
    if (together === undefined) capacities.set(capacity, [partition])
    else together.push(partition)
  }
  return capacities
}

/** Running jobs per partition; partitions without any are missing. */
async function countRunning(
  db: Db,
  kind: string,
  partitions: readonly Pick<PartitionClaim, 'partition'>[],
): Promise<Map<string, number>> {
  const list = JSON.stringify(partitions.map(({ partition }) => partition))
  const names =
    db.dialect === 'sqlite' ? sql`json_each(${list}) w` : sql`jsonb_array_elements_text(${list}::text::jsonb) w (value)`
  const rows = await db.rows<{ partition: string; running: number }>(sql`
    select w.value as partition, count(*) as running from ${names}
    cross join jobs r where r.state = 'running' and r.kind = ${kind} and r.lane = w.value group by w.value`)
  return new Map(rows.map(({ partition, running }) => [partition, running]))
}

/** A run by its job and the fence of its claim. */
export interface ClaimRef {
  id: string
  fence: number
}

/** Renews leases; returns the ids of the jobs whose lease still held. */
export async function renewLeases(
  store: Store,
  held: readonly (ClaimRef & { leaseUntil: number })[],
): Promise<Set<string>> {
  const list = JSON.stringify(held)
  const source =
    store.dialect === 'sqlite'
      ? sql`(select value ->> '$.id' as id, value ->> '$.fence' as fence, value ->> '$.leaseUntil' as until
          from json_each(${list})) h`
      : sql`(select id, fence, "leaseUntil" as until from jsonb_to_recordset(${list}::text::jsonb)
          as r (id text, fence integer, "leaseUntil" bigint)) h`
  const rows = await store.statement<{ id: string }>(sql`update jobs set lease_until = h.until from ${source}
    where jobs.id = h.id and jobs.fence = h.fence and jobs.state || '' = 'running' returning jobs.id`)
  return new Set(rows.map((row) => row.id))
}

/** True if the run still holds its job; the row is then locked until the transaction ends. */
export async function lockHeld(db: Db, { id, fence }: ClaimRef): Promise<boolean> {
  const lock = db.dialect === 'postgres' ? sql`for update` : sql``
  const rows = await db.rows(sql`select 1 as held from jobs where id = ${id} and fence = ${fence}
    and state = 'running' ${lock}`)
  return rows.length > 0
}

/** The kinds among these that have jobs with expired leases. */
export async function findExpiredKinds(
  db: Db,
  kinds: readonly { kind: string; leaseMs: number }[],
  nowMs: number,
): Promise<string[]> {
  const list = JSON.stringify(kinds.map(({ kind, leaseMs }) => ({ kind, far: nowMs + 2 * leaseMs })))
  const source =
    db.dialect === 'sqlite'
      ? sql`(select value ->> '$.kind' as kind, value ->> '$.far' as far from json_each(${list})) k`
      : sql`jsonb_to_recordset(${list}::text::jsonb) as k (kind text, far bigint)`
  const rows = await db.rows<{ kind: string }>(sql`select k.kind from ${source} where exists (
    select 1 from jobs where state = 'running' and kind = k.kind and (lease_until <= ${nowMs} or lease_until > k.far))`)
  return rows.map((row) => row.kind)
}

export async function selectRunning(db: Db, kind: string, limit: number): Promise<ClaimedRow[]> {
  return db.rows<ClaimedRow>(sql`select * from jobs where state = 'running' and kind = ${kind} limit ${limit}`)
}

/** Locks jobs with expired leases. A lease that ends far in the future was given before the clock was set back. */
export async function lockExpired(
  db: Db,
  { kind, nowMs, leaseMs, limit }: { kind: string; nowMs: number; leaseMs: number; limit: number },
): Promise<ClaimedRow[]> {
  return db.rows<ClaimedRow>(sql`select * from jobs where state = 'running' and kind = ${kind}
    and (lease_until <= ${nowMs} or lease_until > ${nowMs + 2 * leaseMs}) limit ${limit} ${skipLocked(db)}`)
}

function skipLocked({ dialect }: { dialect: Db['dialect'] }): SQL {
  return dialect === 'postgres' ? sql`for update skip locked` : sql``
}

/**
 * Corrects times that were written while the clock was ahead: scheduled jobs keep their delay, counted from now, and pauses
 * longer than the maximum end. `nowMs` is the corrected time. Returns the number of jobs.
 */
export async function pullBack(store: Store, nowMs: number): Promise<number> {
  // A job is scheduled when it is created or after a run.
  const [since, min] = [sql`coalesce(started_at, created_at)`, sql.raw(store.dialect === 'sqlite' ? 'min' : 'least')]
  return store.tx(async (db) => {
    const pulled = await db.rows(sql`update jobs set run_at = ${nowMs} + run_at - ${since},
      created_at = ${min}(created_at, ${nowMs}), started_at = ${min}(started_at, ${nowMs})
      where state = 'scheduled' and run_at > ${nowMs} and ${since} > ${nowMs + aheadMs} and run_at >= ${since}
      returning 1 as pulled`)
    await db.rows(sql`update job_lanes set paused_until = null where paused_until > ${nowMs + maxPauseMs}`)
    return pulled.length
  })
}

export interface PartitionState {
  /** Epoch milliseconds before which no job is claimed. */
  pausedUntil?: number | null
  /** Concurrency limit over all replicas, if it is lower than the `partitionConcurrency` of the kind. */
  concurrency?: number | null
}

/** Undefined members keep their value. A partition without limits has no row. */
export async function upsertPartition(db: Db, kind: string, partition: string, state: PartitionState): Promise<void> {
  const { jobPartitions } = db.tables
  const isThis: SQL = and(eq(jobPartitions.kind, kind), eq(jobPartitions.partition, partition)) as SQL
  await db
    .insert(jobPartitions)
    .values({ kind, partition, ...state })
    .onConflictDoUpdate({ target: [jobPartitions.kind, jobPartitions.partition], set: { kind, ...state } })
  await db.delete(jobPartitions).where(and(isThis, sql`paused_until is null and concurrency is null`))
}

export type NarrowedPartition = Tables['jobPartitions']['$inferSelect']

/** Paused or limited partitions, at most 1,000. */
export function listPartitions(db: Db): Promise<NarrowedPartition[]> {
  const { jobPartitions } = db.tables
  return db
    .select()
    .from(jobPartitions)
    .orderBy(asc(jobPartitions.kind), asc(jobPartitions.partition))
    .limit(maxPartitions)
    .execute()
}
