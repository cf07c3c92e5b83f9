/**
 * What must hold of the store after any interleaving. Each check reads the tables past the service and gives a sentence for
 * each violation.
 */
import type { Ledger } from './ledger.ts'
import { type Row, parsed } from './database.ts'
import { runCommand } from './replica.ts'
import type { World } from './world.ts'

type Check = (world: World, ledger: Ledger) => Promise<string[]>

const maxShown = 5

/** The violations of all invariants that can be read from the tables. */
export async function inspectTables(world: World, ledger: Ledger): Promise<string[]> {
  const found: string[] = []
  for (const [name, check] of Object.entries(checks)) {
    const violations = await check(world, ledger)
    found.push(...violations.slice(0, maxShown).map((text) => `${name}: ${text}`))
    if (violations.length > maxShown) found.push(`${name}: and ${violations.length - maxShown} more`)
  }
  return found
}

const checks: Record<string, Check> = {
  guards: checkGuards,
  folders: checkFolders,
  'module uses': checkModuleUses,
  'asset uses': checkAssetUses,
  versions: checkVersions,
  creations: checkCreations,
  'acknowledged saves': checkSaves,
  'first saves': checkFirstSaves,
  'search words': checkSearch,
  'asset totals': checkAssetTotals,
  batches: checkBatches,
  credits: checkCredits,
  jobs: checkJobs,
  deliveries: checkDeliveries,
  audit: checkAudit,
}

/** The nearest grants around each template, as its folder has them now: no other may be noted in its row. */
async function checkGuards({ database }: World): Promise<string[]> {
  const guarded = await nearestGrants(database.rows)
  return guarded
    .filter(({ noted, nearest }) => noted !== nearest)
    .map(
      ({ id, noted, nearest }) =>
        `template ${id} is guarded by ${noted ?? 'nothing'} instead of ${nearest ?? 'nothing'}`,
    )
}

/** Each template that is not in the trash with the guard in its row, and the one that its folders and grants give. */
export async function nearestGrants(
  rows: World['database']['rows'],
): Promise<{ id: string; noted: string | null; nearest: string | null }[]> {
  const templates = await rows<{ id: string; folder_id: string | null; guard_id: string | null }>(
    'select id, folder_id, guard_id from templates where deleted_at is null',
  )
  const parents = new Map(
    (await rows<{ id: string; parent_id: string | null }>('select id, parent_id from folders')).map((row) => [
      row.id,
      row.parent_id,
    ]),
  )
  const granted = new Set(
    (await rows<{ at: string }>('select coalesce(template_id, folder_id) as at from grants')).map(({ at }) => at),
  )
  return templates.map(({ id, folder_id: folder, guard_id: noted }) => {
    let nearest: string | null | undefined = granted.has(id) ? id : folder
    for (let depth = 0; nearest != null && !granted.has(nearest) && depth < 100; depth++) nearest = parents.get(nearest)
    return { id, noted, nearest: nearest ?? null }
  })
}

async function checkFolders({ database }: World): Promise<string[]> {
  const rows = await database.rows<{ id: string; parent_id: string | null }>('select id, parent_id from folders')
  const parents = new Map(rows.map(({ id, parent_id: parent }) => [id, parent]))
  return rows.flatMap(({ id }) => {
    const seen = new Set<string>()
    for (let at: string | null | undefined = id; at != null; at = parents.get(at)) {
      if (seen.has(at)) return [`${id} is inside itself`]
      seen.add(at)
    }
    return []
  })
}

/** No module was deleted under what shows it, and the uses that are noted are those of the documents. */
async function checkModuleUses({ database }: World): Promise<string[]> {
  const versions = new Set(
    (await database.rows('select module_id, version from module_versions')).flatMap((row) => [
      `${row['module_id']}`,
      `${row['module_id']} ${row['version']}`,
    ]),
  )
  const uses = await database.rows(
    'select template_id as user_id, node_id, module_id as used_id, version from template_module_uses',
  )
  const nestings = await database.rows(
    // Older versions may name what is gone.
    'select module_id as user_id, used_id, used_version as version from module_nestings join modules on id = module_id and version = module_version',
  )
  const dangling = [...uses, ...nestings].filter(
    (row) => !versions.has(row['version'] === null ? `${row['used_id']}` : `${row['used_id']} ${row['version']}`),
  )
  const noted = new Map<string, string[]>()
  for (const row of uses) {
    const use = `${row['node_id']} ${row['used_id']} ${row['version'] ?? 'latest'}`
    noted.set(`${row['user_id']}`, [...(noted.get(`${row['user_id']}`) ?? []), use])
  }
  const documents = await database.rows('select template_id, document from template_documents')
  const different = documents.flatMap((row) => {
    const shown = instancesIn(parsed(row['document'])).toSorted().join()
    const expected = (noted.get(`${row['template_id']}`) ?? []).toSorted().join()
    return shown === expected ? [] : [`template ${row['template_id']} shows [${shown}], noted is [${expected}]`]
  })
  return [...(await deletedUnder(database, dangling)), ...different]
}

function instancesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { id, ref, type } = node as { id?: unknown; ref?: { id: string; version: number | string }; type?: unknown }
  const own = type === 'module' && ref !== undefined ? [`${String(id)} ${ref.id} ${ref.version}`] : []
  return [...own, ...Object.values(node).flatMap(instancesIn)]
}

/** No scenario deletes by force: an asset that a template shows was not deleted after the template was saved. */
async function checkAssetUses({ database }: World): Promise<string[]> {
  const rows = await database.rows(
    'select template_id as user_id, asset_id as used_id from template_asset_uses where asset_id not in (select id from assets)',
  )
  return deletedUnder(database, rows)
}

/**
 * Uses of something that is gone, where it was deleted after the last act on what uses it. The audit log has the acts of a
 * project in the order of their commits. A document may name what was deleted before it was saved.
 */
async function deletedUnder(database: World['database'], uses: readonly Row[]): Promise<string[]> {
  if (uses.length === 0) return []
  const acts = await database.rows('select target, action, seq from audit_log where target is not null order by seq')
  const last = new Map(acts.map((row) => [row['target'], Number(row['seq'])]))
  return uses
    .filter((use) => (last.get(use['user_id']) ?? 0) < (last.get(use['used_id']) ?? Infinity))
    .map((use) => `${use['used_id']} was deleted under ${use['user_id']}, which shows it`)
}

/**
 * Every template has its document and versions, numbered without a gap and made of parts that exist. Where only edits change a
 * template, they lead to its revision without a gap.
 */
async function checkVersions({ database }: World, { inserted }: Ledger): Promise<string[]> {
  const edited = new Set<unknown>(inserted.map(({ templateId }) => templateId))
  const templates = (await database.rows('select id, revision, is_public from templates')).filter(
    (row) => !row['is_public'],
  )
  const documents = new Set(
    (await database.rows('select template_id from template_documents')).map((row) => row['template_id']),
  )
  const parts = new Set(
    (await database.rows('select template_id, key from template_parts')).map(
      (row) => `${row['template_id']} ${row['key']}`,
    ),
  )
  const versions = await database.rows(
    'select template_id, number, revision, parts from template_versions order by number',
  )
  const edits = Map.groupBy(
    await database.rows('select template_id, revision from template_edits order by revision'),
    (row) => row['template_id'],
  )
  const byTemplate = Map.groupBy(versions, (row) => row['template_id'])
  return templates.flatMap((template) => {
    const { id } = template
    const own = byTemplate.get(id) ?? []
    const revision = Number(template['revision'])
    const found: string[] = []
    if (!documents.has(id)) found.push(`template ${id} has no document`)
    if (own.length === 0) found.push(`template ${id} has no version`)
    if (own.some((row) => Number(row['revision']) > revision))
      found.push(`template ${id} has a version of a later revision`)
    found.push(...gapsOf(own.map((row) => Number(row['number']))).map((gap) => `versions of template ${id}: ${gap}`))
    const numbers = (edits.get(id) ?? []).map((row) => Number(row['revision']))
    if (edited.has(id))
      found.push(...gapsOf([...numbers, revision + 1]).map((gap) => `edits of template ${id}: ${gap}`))
    for (const row of own)
      for (const key of parsed(row['parts']) as string[])
        if (!parts.has(`${id} ${key}`)) found.push(`version ${row['number']} of template ${id} lacks a part`)
    return found
  })
}

function gapsOf(numbers: readonly number[]): string[] {
  return numbers.flatMap((number, at) => {
    const before = numbers[at - 1]
    return before === undefined || number === before + 1 ? [] : [`${number} follows ${before}`]
  })
}

/** One effect of each creation, however often it was sent. */
async function checkCreations({ database }: World, { created, attempted }: Ledger): Promise<string[]> {
  const rows = await database.rows<{ id: string; name: string }>('select id, name from templates')
  const ids = Map.groupBy(rows, ({ name }) => name)
  const notified = [...created].flatMap(([name, answered]) => {
    const stored = (ids.get(name) ?? []).map(({ id }) => id)
    const isRight = stored.length === 1 && answered.size === 1 && answered.has(stored[0] ?? '')
    return isRight ? [] : [`${name}: answered ${[...answered].join()}, stored ${stored.join() || 'nothing'}`]
  })
  const twice = [...attempted].filter((name) => (ids.get(name) ?? []).length > 1)
  return [...notified, ...twice.map((name) => `${name} is stored twice`)]
}

async function checkSaves({ database }: World, { inserted, revisions }: Ledger): Promise<string[]> {
  const rows = await database.rows(
    'select template_id, document, revision from template_documents join templates on id = template_id',
  )
  const stored = new Map(rows.map((row) => [row['template_id'], row]))
  const texts = new Map(rows.map((row) => [row['template_id'], JSON.stringify(parsed(row['document']))]))
  const lost = inserted
    .filter(({ templateId, text }) => texts.get(templateId)?.includes(text) !== true)
    .map(({ templateId, text }) => `${text} was saved in template ${templateId} and is not there`)
  const numbers = [...revisions].flatMap(([id, answered]) => {
    const last = Number(stored.get(id)?.['revision'] ?? 0)
    if (new Set(answered).size < answered.length) return [`two saves of template ${id} were answered the same revision`]
    return last < Math.max(...answered)
      ? [`template ${id} is at revision ${last}, ${Math.max(...answered)} was answered`]
      : []
  })
  return [...lost, ...numbers]
}

async function checkFirstSaves({ database }: World, { emails }: Ledger): Promise<string[]> {
  const rows = await database.rows('select external_id, id from templates where external_id is not null')
  const linked = new Map(rows.map((row) => [row['external_id'], row['id']]))
  return [...emails].flatMap(([emailId, ids]) =>
    ids.size === 1 && linked.get(emailId) === [...ids][0]
      ? []
      : [`${emailId} was answered ${[...ids].join(' and ')}, and belongs to ${linked.get(emailId) ?? 'nothing'}`],
  )
}

/** Each template is found by its name once. */
async function checkSearch({ database }: World): Promise<string[]> {
  const rows = await database.rows(
    `select id, (select count(*) from template_search s where s.template_id = t.id and s.name <> '') as heads from templates t where deleted_at is null and is_public = ${database.dialect === 'postgres' ? 'false' : '0'}`,
  )
  return rows
    .filter((row) => Number(row['heads']) !== 1)
    .map((row) => `template ${row['id']} is in the search index ${row['heads']} times`)
}

async function checkAssetTotals({ database }: World): Promise<string[]> {
  const [stored] = await database.rows('select coalesce(sum(bytes), 0) as bytes, count(*) as count from assets')
  const [total] = await database.rows(
    'select coalesce(sum(bytes), 0) as bytes, coalesce(sum(count), 0) as count from asset_totals',
  )
  const shown = (row: Row | undefined) => `${row?.['count']} files of ${row?.['bytes']} bytes`
  return shown(stored) === shown(total) ? [] : [`${shown(stored)} are stored, ${shown(total)} are counted`]
}

async function checkBatches({ database, receiver }: World, { batches }: Ledger): Promise<string[]> {
  const rows = await database.rows('select * from verification_batches')
  const ended = [...receiver.received.values()].map(
    ([body = '{}']) => JSON.parse(body) as { type: string; data: { job_id?: string } },
  )
  const wrong = rows.flatMap((row) => {
    const sum = ['safe', 'risky', 'invalid', 'unknown'].reduce((total, name) => total + Number(row[name]), 0)
    const events = ended.filter(
      ({ type, data }) => type === 'verification.batch.completed' && data.job_id === row['id'],
    )
    if (row['status'] !== 'completed') return [`batch ${row['id']} is ${row['status']}`]
    if (events.length !== 1) return [`the end of batch ${row['id']} was told by ${events.length} events`]
    return sum === Number(row['total']) && Number(row['processed']) === sum
      ? []
      : [`batch ${row['id']} counts ${sum} verdicts and ${row['processed']} processed of ${row['total']}`]
  })
  const totals = new Map(rows.map((row) => [row['id'], Number(row['total'])]))
  const lost = [...batches].filter(([id, total]) => totals.get(id) !== total)
  return [...wrong, ...lost.map(([id]) => `batch ${id} was answered and is not there`)]
}

/** What is used is what the ledger says was reserved and not given back; what was settled is the usage. */
async function checkCredits({ database }: World): Promise<string[]> {
  const sum = async (statement: string) => Number((await database.rows(statement))[0]?.['sum'] ?? 0)
  const of = (kind: string) => sum(`select coalesce(sum(amount), 0) as sum from credit_ledger where kind = '${kind}'`)
  const [reserved, settled, refunded] = [await of('reserve'), await of('settle'), await of('refund')]
  const used = await sum('select coalesce(sum(used), 0) as sum from credit_periods')
  const usage = await sum('select coalesce(sum(credits), 0) as sum from credit_usage')
  const held = await sum('select coalesce(sum(amount), 0) as sum from credit_holds')
  return [
    ...(used === reserved - refunded ? [] : [`${used} are used, the ledger says ${reserved} - ${refunded}`]),
    ...(usage === settled ? [] : [`the usage is ${usage}, ${settled} are settled`]),
    ...(held === reserved - settled - refunded
      ? []
      : [`${held} are set aside, the ledger says ${reserved - settled - refunded}`]),
  ]
}

/** No job died, but for those whose caller was revoked, and the log says so of those. */
async function checkJobs({ database, replicas }: World): Promise<string[]> {
  const dead = await database.rows(`select id, kind, errors from jobs where state = 'dead'`)
  const logged = replicas.flatMap(({ errors }) => errors).join('\n')
  return dead.flatMap((row) => {
    const isLogged = logged.includes(String(row['id']))
    if (isLogged && String(row['errors']).includes('was revoked')) return []
    const errors = String(row['errors']).slice(0, 200)
    return [`${row['kind']} ${row['id']} is dead${isLogged ? '' : ' and no error was logged'}: ${errors}`]
  })
}

/** Each event that the receiver subscribed to reached it, always with the same bytes. */
async function checkDeliveries({ database, receiver }: World): Promise<string[]> {
  const events = await database.rows<{ id: string; type: string; body: string }>(
    `select id, type, body from events where type <> 'export.failed'`,
  )
  return events.flatMap(({ id, type, body }) => {
    const came = receiver.received.get(id)
    if (came === undefined) return [`${type} ${id} was not delivered`]
    return came.every((each) => each === body) ? [] : [`${type} ${id} was delivered with other bytes than stored`]
  })
}

/** The chain verifies, and each creation that was answered is in it. */
async function checkAudit(world: World, { created }: Ledger): Promise<string[]> {
  const { code, output } = await runCommand(world.commandOptions, ['audit', 'verify'])
  const rows = await world.database.rows(`select target from audit_log where action = 'template.created'`)
  const targets = new Set(rows.map((row) => row['target']))
  const missing = [...created.values()].flatMap((ids) => [...ids]).filter((id) => !targets.has(id))
  return [
    ...(code === 0 ? [] : [`svc audit verify: ${output.slice(0, 400)}`]),
    ...missing.map((id) => `the creation of ${id} is not in the log`),
  ]
}
