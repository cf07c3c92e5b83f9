import { insertHistory } from '../../../src/surfaces/dmarc/dns/store.ts'
import { selectByName } from '../../../src/surfaces/dmarc/domains/index.ts'
import type { DomainRow } from '../../../src/surfaces/dmarc/domains/index.ts'
import { saveHosts } from '../../../src/surfaces/dmarc/sources/store.ts'
import { underLocks } from '../../../src/platform/storage/index.ts'
import { ask } from '../scenario.ts'
import type { TestService } from '../service.ts'
import type { World } from './mail.ts'
import { spfOf } from './world.ts'
import { writeReports } from './write-reports.ts'

const filesAtOnce = 90
const hostsAtOnce = 500

/** Adds the domain to project a, uploads its reports, and stores its DNS as a check and the lookup of hosts would. */
export async function loadWorld(service: TestService, world: World): Promise<DomainRow> {
  const { store } = service
  const added = await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: world.domain } })
  if (added.status !== 201) throw new Error(`the domain is not added: ${added.status}`)
  const now = store.read.nowMs()
  const reports = writeReports(world, Math.floor(now / 86_400_000) - world.days + 1)
  for (let from = 0; from < reports.length; from += filesAtOnce)
    await upload(service, reports.slice(from, from + filesAtOnce))
  const domain = await selectByName(store.read, service.projects.a, world.domain)
  if (domain === undefined) throw new Error('the domain is gone')
  const seen = {
    domainNo: domain.no,
    name: null,
    foundAt: world.domain,
    changes: [],
    isWeakened: false,
    seenAt: now,
    lastSeenAt: now,
  }
  const dmarc = `v=DMARC1; p=none; rua=mailto:dmarc@${world.domain}`
  const hosts = [...world.hosts].map(([ip, { name, state }]) => ({
    ip,
    state,
    ptr: name ?? null,
    asn: null,
    asName: null,
    country: null,
    lookedUpAt: now,
    untilAt: now + 86_400_000,
  }))
  await store.tx(async (db) => {
    await insertHistory(db, { ...seen, kind: 'dmarc', record: dmarc })
    await insertHistory(db, { ...seen, kind: 'spf', record: spfOf(world) })
    for (let from = 0; from < hosts.length; from += hostsAtOnce)
      await saveHosts(db, hosts.slice(from, from + hostsAtOnce))
  }, underLocks)
  return domain
}

async function upload(service: TestService, reports: ReturnType<typeof writeReports>): Promise<void> {
  const form = new FormData()
  for (const { bytes, name } of reports) form.append('files', new Blob([bytes]), name)
  const response = await service.handle(
    new Request('http://localhost/v1/dmarc/reports', {
      method: 'POST',
      headers: { 'svc-api-auth': service.keys.a },
      body: form,
    }),
  )
  const { results } = (await response.json()) as { results: { status: string }[] }
  const refused = results.filter(({ status }) => status !== 'accepted')
  if (refused.length > 0) throw new Error(`${refused.length} reports are not accepted: ${JSON.stringify(refused[0])}`)
}
