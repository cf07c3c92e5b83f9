/** Every list of DMARC and AMP: pages show each row once, CSV has the same rows, formulas are escaped, projects are apart. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { underLocks } from '../../../src/platform/storage/index.ts'
import { noteRecords } from '../../../src/surfaces/dmarc/dns/history.ts'
import { selectByName } from '../../../src/surfaces/dmarc/domains/index.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { writeReport } from './write-report.ts'

const begin = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400
const formula = '=HYPERLINK(1)'
const records = [
  { ip: '192.0.2.1', count: 4, signer: 'esp.test', mailer: '=1+1.test' },
  { ip: '192.0.2.2', count: 3, dkim: true },
  { ip: '192.0.2.3', count: 2 },
]

interface List {
  name: string
  path(ids: { domain: string; report: string }): string
  /** Rows that the fixtures make; at least this many pages of one row are read. */
  rows: number
  /** First column of the CSV, and text that an escaped formula or value has in it. */
  column: string
  contains?: string
  /** The member with the rows. */
  member?: string
  /** True if the path belongs to a domain or report, so that another project finds nothing. */
  isOwned?: true
}

const lists: List[] = [
  { name: 'domains', path: () => '/dmarc/domains?', rows: 3, column: 'id', contains: `'${formula}` },
  { name: 'domains by status', path: () => '/dmarc/domains?status=pending&', rows: 3, column: 'id' },
  {
    name: 'domains by group',
    path: () => `/dmarc/domains?group=${encodeURIComponent(formula)}&`,
    rows: 1,
    column: 'id',
  },
  {
    name: 'reports',
    path: ({ domain }) => `/dmarc/domains/${domain}/reports?`,
    rows: 2,
    column: 'id',
    contains: `'${formula}`,
    isOwned: true,
  },
  {
    name: 'reports by type',
    path: ({ domain }) => `/dmarc/domains/${domain}/reports?type=tls&`,
    rows: 0,
    column: 'id',
    isOwned: true,
  },
  {
    name: 'reports, the earliest first',
    path: ({ domain }) => `/dmarc/domains/${domain}/reports?sort=begin&`,
    rows: 2,
    column: 'id',
    isOwned: true,
  },
  { name: 'reports in quarantine', path: () => '/dmarc/reports?', rows: 3, column: 'id', contains: `'${formula}` },
  {
    name: 'reports in quarantine, the earliest first',
    path: () => '/dmarc/reports?sort=received_at&',
    rows: 3,
    column: 'id',
  },
  { name: 'reports in quarantine by domain', path: () => '/dmarc/reports?domain=Strange.test&', rows: 2, column: 'id' },
  { name: 'reports in quarantine by type', path: () => '/dmarc/reports?type=tls&', rows: 0, column: 'id' },
  {
    name: 'reports in quarantine by organization',
    path: () => `/dmarc/reports?organization=${encodeURIComponent(formula)}&`,
    rows: 2,
    column: 'id',
  },
  {
    name: 'records of a report',
    path: ({ report }) => `/dmarc/reports/${report}?`,
    rows: 3,
    column: 'source_ip',
    contains: 'esp.test=pass',
    member: 'record_data',
    isOwned: true,
  },
  {
    name: 'sources',
    path: ({ domain }) => `/dmarc/domains/${domain}/sources?group_by=ip&`,
    rows: 3,
    column: 'source',
    isOwned: true,
  },
  {
    name: 'sources, the least compliant first',
    path: ({ domain }) => `/dmarc/domains/${domain}/sources?group_by=ip&sort=compliance_rate&`,
    rows: 3,
    column: 'source',
    isOwned: true,
  },
  {
    name: 'sources by status',
    path: ({ domain }) => `/dmarc/domains/${domain}/sources?group_by=ip&status=failing&`,
    rows: 2,
    column: 'source',
    isOwned: true,
  },
  {
    name: 'DNS history',
    path: ({ domain }) => `/dmarc/domains/${domain}/dns-history?`,
    rows: 2,
    column: 'kind',
    contains: `'${formula}`,
    isOwned: true,
  },
  {
    name: 'DNS history, the earliest first',
    path: ({ domain }) => `/dmarc/domains/${domain}/dns-history?sort=seen_at&`,
    rows: 2,
    column: 'kind',
    isOwned: true,
  },
  {
    name: 'incidents',
    path: ({ domain }) => `/dmarc/domains/${domain}/incidents?`,
    rows: 0,
    column: 'id',
    isOwned: true,
  },
  {
    name: 'alerts',
    path: ({ domain }) => `/dmarc/domains/${domain}/alerts?`,
    rows: 2,
    column: 'id',
    contains: `'${formula}`,
    isOwned: true,
  },
  { name: 'groups', path: () => '/dmarc/groups?', rows: 2, column: 'id', contains: `'${formula}` },
  { name: 'mailboxes', path: () => '/dmarc/mailboxes?', rows: 0, column: 'id' },
  { name: 'AMP senders', path: () => '/amp?', rows: 0, column: 'id' },
  { name: 'AMP preflights', path: () => '/amp/preflight?', rows: 0, column: 'id' },
]

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    const ids = { domain: '', report: '' }
    const get = (path: string, key = 'a') =>
      service.handle(
        new Request(`http://localhost/v1${path}`, {
          headers: { 'svc-api-auth': key === 'a' ? service.keys.a : service.keys.b },
        }),
      )
    const upload = async (domain: string, id: string) => {
      const response = await service.handle(
        new Request('http://localhost/v1/dmarc/reports', {
          method: 'POST',
          headers: { 'svc-api-auth': service.keys.a },
          body: writeReport({ domain, id, begin, org: formula, records }),
        }),
      )
      const { results } = (await response.json()) as { results: { id: string }[] }
      return results[0]?.id ?? ''
    }

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
      for (const [domain, group] of [
        ['one.test', formula],
        ['two.test', null],
        ['three.test', null],
      ] as const) {
        const { body } = await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain, group } })
        if (domain === 'one.test') ids.domain = (body as { id: string }).id
      }
      for (const name of [formula, 'Second']) {
        const send = { name, triggers: ['new_source'], channels: [] }
        await ask(service, { call: `POST /v1/dmarc/domains/${ids.domain}/alerts`, send })
      }
      await ask(service, { call: 'POST /v1/dmarc/groups', send: { name: 'Second' } })
      const { no = 0 } = (await selectByName(service.store.read, service.projects.a, 'one.test')) ?? {}
      for (const record of ['v=spf1 -all', formula])
        await service.store.tx(
          (db) => noteRecords(db, no, [{ kind: 'spf', name: null, record, foundAt: null }]),
          underLocks,
        )
      ids.report = await upload('one.test', 'first')
      await upload('one.test', 'second')
      for (const domain of ['strange.test', 'mail.strange.test']) await upload(domain, 'unknown')
      await service.handle(
        new Request('http://localhost/v1/dmarc/reports', {
          method: 'POST',
          headers: { 'svc-api-auth': service.keys.a },
          body: writeReport({ domain: 'xstrange.test', id: 'unknown', begin, records }),
        }),
      )
    })

    test('reports, incidents, links of groups, DNS records and sources are listed in both orders', async () => {
      const rowsOf = async (path: string) => ((await (await get(path)).json()) as { data: { id: string }[] }).data
      const idsOf = async (path: string) => (await rowsOf(path)).map(({ id }) => id)
      const links = `/dmarc/groups/${(await idsOf('/dmarc/groups'))[0]}/links`
      for (const name of ['One', 'Two', 'Three']) await ask(service, { call: `POST /v1${links}`, send: { name } })
      for (const [path, member, rows] of [
        [`/dmarc/domains/${ids.domain}/reports`, 'begin', 2],
        [`/dmarc/domains/${ids.domain}/incidents`, 'opened_at', 0],
        [links, 'created_at', 3],
        ['/dmarc/reports', 'received_at', 3],
        [`/dmarc/domains/${ids.domain}/dns-history`, 'seen_at', 2],
        [`/dmarc/domains/${ids.domain}/sources`, 'messages', 3],
      ] as const) {
        const usual = await rowsOf(path)
        expect({ path, rows: usual.length }).toEqual({ path, rows })
        expect(await rowsOf(`${path}?sort=-${member}`)).toEqual(usual)
        expect(await rowsOf(`${path}?sort=${member}`)).toEqual(usual.toReversed())
      }
    })

    for (const { column, contains, isOwned = false, member = 'data', name, path, rows } of lists) {
      test(`${name}: pages and CSV have the same rows`, async () => {
        const seen: unknown[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const response = await get(
            `${path(ids)}limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          )
          expect(response.status).toBe(200)
          const body = (await response.json()) as Record<string, unknown[]> & { page: { next_cursor: string | null } }
          seen.push(...(body[member] ?? []))
          cursor = body.page.next_cursor
        }
        expect(seen).toHaveLength(rows)
        expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(rows)
        const csv = await get(`${path(ids)}format=csv`)
        expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
        expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/)
        const text = await csv.text()
        const lines = text.split('\r\n')
        expect(lines[0]?.split(',')[0]).toBe(column)
        expect(lines).toHaveLength(rows + 2)
        expect(text).toContain(contains ?? '')
        expect(text).not.toMatch(/(?:^|[,"\n])[=+@]/)
        const other = await get(`${path(ids)}format=csv`, 'b')
        if (isOwned) expect(other.status).toBe(404)
        else expect((await other.text()).split('\r\n')).toHaveLength(2)
        expect(await (await get(`${path(ids)}cursor=forged`)).json()).toMatchObject({ code: 'INVALID_CURSOR' })
        expect((await get(`${path(ids)}format=xlsx`)).status).toBe(422)
      })
    }

    test('a timeline has a row for each day, with sources as columns', async () => {
      const csv = await (await get(`/dmarc/domains/${ids.domain}/timeline?days=7&by=source&format=csv`)).text()
      const [head = '', ...days] = csv.trimEnd().split('\r\n')
      expect(head.startsWith('day,messages,compliant,')).toBe(true)
      expect(head).not.toMatch(/,[=+@]/)
      expect(days).toHaveLength(7)
      expect(days.map((day) => Number(day.split(',')[1])).reduce((sum, each) => sum + each, 0)).toBe(18)
    })
  })
}
