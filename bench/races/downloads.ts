/** Files that rows name: each must be answered 200 with the bytes that were stored. */
import { createHash } from 'node:crypto'
import type { Ledger } from './ledger.ts'
import { nearestGrants } from './invariants.ts'
import { parsed, quoted } from './database.ts'
import type { World } from './world.ts'

const maxThumbnails = 3
const maxProbes = 60

/** The violations that callers would see. */
export async function inspectAnswers(world: World, ledger: Ledger): Promise<string[]> {
  return [
    ...(await checkAssets(world, ledger)),
    ...(await checkExports(world, ledger)),
    ...(await checkThumbnails(world)),
    ...(await checkClosed(world)),
  ]
}

async function checkAssets(world: World, { uploads }: Ledger): Promise<string[]> {
  const rows = await world.database.rows<{ id: string; name: string; content_hash: string }>(
    'select id, name, content_hash, kind from assets',
  )
  const hashes = new Map(rows.map((row) => [row.id, row.content_hash]))
  const lost = uploads.filter(({ id, sha256 }) => hashes.get(id) !== sha256)
  const broken: string[] = []
  for (const { id, name, content_hash: hash } of rows) {
    const path = `/cdn/${id}/${encodeURIComponent(name)}`
    const { bytes, status } = await world.download(path)
    // Metadata is taken out of images, so only other files are compared byte by byte.
    const isWhole =
      status === 200 && (!name.endsWith('.txt') || createHash('sha256').update(bytes).digest('hex') === hash)
    if (!isWhole) broken.push(`GET ${path} is answered ${status}, its bytes are gone`)
    const scaled = name.endsWith('.png') ? await world.download(`${path}?w=100`) : undefined
    if (scaled !== undefined && scaled.status !== 200) broken.push(`GET ${path}?w=100 is answered ${scaled.status}`)
  }
  return [...lost.map(({ id }) => `asset ${id} was answered and is not there`), ...broken]
}

async function checkExports(world: World, { exports }: Ledger): Promise<string[]> {
  const rows = await world.database.rows<{ id: string; status: string; files: unknown }>(
    'select id, status, files from exports',
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const lost = [...exports].filter((id) => stored.get(id)?.status !== 'completed')
  const broken: string[] = []
  for (const { id, status, files } of rows) {
    if (status !== 'completed') continue
    for (const { name } of parsed(files) as { name: string }[]) {
      const path = `/v1/export/${id}/download?file=${encodeURIComponent(name)}`
      const { bytes, status: answered } = await world.download(path)
      if (answered !== 200 || bytes.length === 0) broken.push(`GET ${path} is answered ${answered}, its file is gone`)
    }
  }
  return [...lost.map((id) => `export ${id} was answered, and is ${stored.get(id)?.status ?? 'not there'}`), ...broken]
}

async function checkThumbnails(world: World): Promise<string[]> {
  const rows = await world.database.rows<{ id: string }>(
    `select id from templates where deleted_at is null and project_id = ${quoted(world.projectId)} order by id desc limit ${maxThumbnails}`,
  )
  const found: string[] = []
  for (const { id } of rows) {
    const { bytes, status } = await world.download(`/v1/templates/${id}/thumbnail`)
    if (status !== 200 || bytes.length === 0) found.push(`the thumbnail of template ${id} is answered ${status}`)
  }
  return found
}

/** What lies in a folder that is closed is not there for a key without a grant. */
async function checkClosed(world: World): Promise<string[]> {
  const closed = new Set(
    (
      await world.database.rows<{ at: string }>(
        `select coalesce(template_id, folder_id) as at from grants where principal_kind = 'default' and level = 'none'`,
      )
    ).map(({ at }) => at),
  )
  const hidden = (await nearestGrants(world.database.rows)).filter(({ nearest }) => closed.has(nearest ?? ''))
  // Those whose row is wrong first: they are the ones that may be open.
  const probed = hidden
    .toSorted((a, b) => Number(a.noted === a.nearest) - Number(b.noted === b.nearest))
    .slice(0, maxProbes)
  const found: string[] = []
  for (const { id } of probed) {
    const { status } = await world.call({ method: 'GET', path: `/v1/templates/${id}`, key: world.readerKey })
    if (status === 200) found.push(`template ${id} is in a closed folder, and a key without a grant reads it`)
  }
  return found
}
