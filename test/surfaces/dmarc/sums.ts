import { expect } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Store } from '../../../src/platform/storage/index.ts'

/** Day totals, rollups and totals of reports are what the records say, and nothing has negative or no messages. */
export async function expectSums({ read }: Pick<Store, 'read'>, domainId: string): Promise<void> {
  const of = sql`(select no from dmarc_domains where id = ${domainId})`
  const packed = sql`sum(messages) as messages,
    sum(case when result & 12 <> 0 then messages else 0 end) as compliant,
    sum(case when result & 3 = 1 then messages else 0 end) as quarantine`
  const plain = (rows: object[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)])))
  const records = plain(
    await read.rows(sql`select ${packed} from dmarc_records where report_no in
    (select no from dmarc_reports where domain_no = ${of} and state = 'accepted')`),
  )
  const rollups = plain(await read.rows(sql`select ${packed} from dmarc_rollups where domain_no = ${of}`))
  const days = plain(
    await read.rows(sql`select sum(messages) as messages, sum(compliant) as compliant, sum(quarantine) as quarantine
    from dmarc_days where domain_no = ${of}`),
  )
  const reports = plain(
    await read.rows(sql`select sum(messages) as messages, sum(compliant) as compliant, sum(quarantine) as quarantine
    from dmarc_reports where domain_no = ${of} and state = 'accepted' and type = 'aggregate'`),
  )
  expect({ rollups, days, reports }).toEqual({ rollups: records, days: records, reports: records })
  const perDay = (table: 'dmarc_rollups' | 'dmarc_days') =>
    read.rows<object>(
      sql`select day, sum(messages) as messages from ${sql.raw(table)} where domain_no = ${of} group by day order by day`,
    )
  expect(plain(await perDay('dmarc_rollups'))).toEqual(plain(await perDay('dmarc_days')))
  expect(await read.rows(sql`select 1 from dmarc_rollups where domain_no = ${of} and messages <= 0`)).toEqual([])
}
