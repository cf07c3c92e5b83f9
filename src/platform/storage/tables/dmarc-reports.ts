import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { dmarcDomains } from './dmarc.ts'
import type { projects } from './identity.ts'

/**
 * Reports of receivers. Identity: type, policy domain, organization, report id and range, as `keyHash`. A `staged` report
 * is one whose records are being written; it is counted nowhere until it is `accepted` in one transaction.
 */
export const dmarcReports = (k: Kit, project: ReturnType<typeof projects>, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_reports',
    {
      no: k.serial('no'),
      id: k.text('id').notNull(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** Null while the project has no such domain. */
      domainNo: k.big('domain_no').references(() => domain.no, { onDelete: 'cascade' }),
      type: k.text<'aggregate' | 'failure' | 'tls'>('type').notNull(),
      state: k.text<'staged' | 'accepted' | 'quarantined'>('state').notNull(),
      policyDomain: k.text('policy_domain').notNull(),
      organization: k.text('organization').notNull(),
      reportId: k.text('report_id').notNull(),
      beginAt: k.big('begin_at').notNull(),
      endAt: k.big('end_at').notNull(),
      keyHash: k.text('key_hash').notNull(),
      contentHash: k.text('content_hash').notNull(),
      revision: k.int('revision').notNull(),
      records: k.int('records').notNull(),
      messages: k.big('messages').notNull(),
      compliant: k.big('compliant').notNull(),
      dkimAligned: k.big('dkim_aligned').notNull(),
      spfAligned: k.big('spf_aligned').notNull(),
      none: k.big('none').notNull(),
      quarantine: k.big('quarantine').notNull(),
      reject: k.big('reject').notNull(),
      pass: k.big('pass').notNull(),
      /** Reporter, published policy, variant; the details of a failure report. */
      header: k.jsonAsWritten<unknown>('header').notNull(),
      warnings: k.jsonAsWritten<unknown[]>('warnings').notNull(),
      /** The intake that it came by. */
      via: k.text<'upload' | 'https' | 'smtp' | 'imap'>('via').notNull(),
      /** Blob of the upload that contained it; null once it is deleted. */
      rawKey: k.text('raw_key'),
      rawUntil: k.big('raw_until'),
      /** Time when its records, or for a failure report all of it, expire. */
      recordsUntil: k.big('records_until').notNull(),
      /** Time when its records were deleted; its totals remain. */
      expiredAt: k.big('expired_at'),
      receivedAt: k.big('received_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('dmarc_reports_id').on(t.id),
      k
        .uniqueIndex('dmarc_reports_key')
        .on(t.projectId, t.keyHash)
        .where(sql`state <> 'staged'`),
      k.index('dmarc_reports_domain').on(t.domainNo, t.beginAt, t.no),
      k.index('dmarc_reports_project').on(t.projectId, t.state, t.no),
      k.index('dmarc_reports_state').on(t.state, t.receivedAt),
      k.index('dmarc_reports_raw').on(t.rawUntil),
      k.index('dmarc_reports_raw_key').on(t.rawKey),
      k.index('dmarc_reports_records').on(t.recordsUntil),
    ],
  )

/** What a report said before it was replaced. */
export const dmarcRevisions = (k: Kit, report: ReturnType<typeof dmarcReports>) =>
  k.table(
    'dmarc_revisions',
    {
      reportNo: k
        .big('report_no')
        .notNull()
        .references(() => report.no, { onDelete: 'cascade' }),
      revision: k.int('revision').notNull(),
      contentHash: k.text('content_hash').notNull(),
      records: k.int('records').notNull(),
      messages: k.big('messages').notNull(),
      compliant: k.big('compliant').notNull(),
      receivedAt: k.big('received_at').notNull(),
      replacedAt: k.big('replaced_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.reportNo, t.revision] })],
  )

/** Names and authentication results that many records of a domain share. */
export const dmarcAuthSets = (k: Kit, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_auth_sets',
    {
      no: k.serial('no'),
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      hash: k.text('hash').notNull(),
      value: k.jsonAsWritten<unknown>('value').notNull(),
      /** Of the value, for the rollups; generated on Postgres. */
      headerFrom: k.text('header_from').notNull(),
      signer: k.text('signer').notNull(),
      mailer: k.text('mailer').notNull(),
      /** Time until which records may refer to it. */
      untilAt: k.big('until_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('dmarc_auth_sets_hash').on(t.domainNo, t.hash),
      k.index('dmarc_auth_sets_until').on(t.untilAt),
    ],
  )

/** Records of aggregate reports. `result` packs disposition, alignment and override: surfaces/dmarc/reports/result.ts. */
export const dmarcRecords = (k: Kit, report: ReturnType<typeof dmarcReports>) =>
  k.table(
    'dmarc_records',
    {
      reportNo: k
        .big('report_no')
        .notNull()
        .references(() => report.no, { onDelete: 'cascade' }),
      position: k.int('position').notNull(),
      ip: k.text('ip').notNull(),
      messages: k.big('messages').notNull(),
      result: k.int('result').notNull(),
      setNo: k.big('set_no').notNull(),
      /** Messages per day of the range if it has several; null if all count on the day of its begin. */
      spread: k.json<number[]>('spread'),
    },
    (t) => [k.primaryKey({ columns: [t.reportNo, t.position] })],
  )

/** Messages per domain, UTC day, IP address, names and result: the sum of the records. `day` counts from 1970-01-01. */
export const dmarcRollups = (k: Kit, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_rollups',
    {
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      day: k.int('day').notNull(),
      ip: k.text('ip').notNull(),
      headerFrom: k.text('header_from').notNull(),
      /** Domain of the first passing DKIM signature, an aligned one if there is one; empty without. */
      signer: k.text('signer').notNull(),
      /** Registrable domain that passed SPF; empty without. */
      mailer: k.text('mailer').notNull(),
      result: k.int('result').notNull(),
      messages: k.big('messages').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.domainNo, t.day, t.ip, t.headerFrom, t.signer, t.mailer, t.result] }),
      k.index('dmarc_rollups_ip').on(t.domainNo, t.ip, t.day),
    ],
  )

/** Messages per domain and UTC day: the sum of the rollups. */
export const dmarcDays = (k: Kit, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_days',
    {
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      day: k.int('day').notNull(),
      messages: k.big('messages').notNull(),
      compliant: k.big('compliant').notNull(),
      dkimAligned: k.big('dkim_aligned').notNull(),
      spfAligned: k.big('spf_aligned').notNull(),
      none: k.big('none').notNull(),
      quarantine: k.big('quarantine').notNull(),
      reject: k.big('reject').notNull(),
      pass: k.big('pass').notNull(),
      /** Random; another one after each change of the day's rollups. */
      revision: k.big('revision').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.domainNo, t.day] }), k.index('dmarc_days_day').on(t.day)],
  )

/** Policies of TLS reports, with the sessions that succeeded and failed. */
export const dmarcTlsPolicies = (k: Kit, report: ReturnType<typeof dmarcReports>) =>
  k.table(
    'dmarc_tls_policies',
    {
      reportNo: k
        .big('report_no')
        .notNull()
        .references(() => report.no, { onDelete: 'cascade' }),
      position: k.int('position').notNull(),
      policyType: k.text('policy_type').notNull(),
      successes: k.big('successes').notNull(),
      failures: k.big('failures').notNull(),
      /** Policy as reported, and the failures by kind and host. */
      detail: k.jsonAsWritten<unknown>('detail').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.reportNo, t.position] })],
  )
