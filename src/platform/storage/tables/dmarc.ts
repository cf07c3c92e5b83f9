import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

type Policy = 'none' | 'quarantine' | 'reject'

/** Sending domains of a project whose DMARC reports are collected. */
export const dmarcDomains = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'dmarc_domains',
    {
      /** The number that rows of reports refer to, shorter than the id. */
      no: k.serial('no'),
      id: k.text('id').notNull(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** In A-labels. */
      domain: k.text('domain').notNull(),
      /** The unguessable part of its reporting email address and of its TLS report URL. */
      token: k.text('token').notNull(),
      groupName: k.text('group_name'),
      expectedPolicy: k.text<Policy>('expected_policy'),
      acceptsFailures: k.bool('accepts_failures').notNull(),
      isEnriched: k.bool('is_enriched').notNull(),
      /** Retention in days. */
      rawDays: k.int('raw_days').notNull(),
      recordDays: k.int('record_days').notNull(),
      failureDays: k.int('failure_days').notNull(),
      /** `failing`: it was verified, and the last check found it no longer set up. */
      status: k.text<'pending' | 'verified' | 'failing'>('status').notNull(),
      /** Result of the last check of DNS, as the API shows it. */
      verification: k.json<unknown>('verification'),
      verifiedAt: k.big('verified_at'),
      checkedAt: k.big('checked_at'),
      /** Earliest time of the next scheduled check. */
      dueAt: k.big('due_at').notNull(),
      lastReportAt: k.big('last_report_at'),
      revision: k.int('revision').notNull(),
      /** Changes with whatever the classes of its sources are derived from: totals, records, host names, classes by hand. */
      factsRevision: k.int('facts_revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      /** Time when it was removed; a job deletes its data. */
      removedAt: k.big('removed_at'),
    },
    (t) => [
      k.uniqueIndex('dmarc_domains_id').on(t.id),
      k.uniqueIndex('dmarc_domains_token').on(t.token),
      k
        .uniqueIndex('dmarc_domains_name')
        .on(t.projectId, t.domain)
        .where(sql`removed_at IS NULL`),
      k.index('dmarc_domains_project').on(t.projectId, t.domain),
      k.index('dmarc_domains_due').on(t.dueAt),
    ],
  )

/** Records that the wizard generated, with the published record at that time, and the results of later checks. */
export const dmarcPlans = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'dmarc_plans',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      domain: k.text('domain').notNull(),
      recordBefore: k.text('record_before'),
      recordAfter: k.text('record_after').notNull(),
      state: k.text<'planned' | 'published' | 'partly_published' | 'different'>('state').notNull(),
      actorName: k.text('actor_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      checkedAt: k.big('checked_at'),
      publishedAt: k.big('published_at'),
    },
    (t) => [k.index('dmarc_plans_domain').on(t.projectId, t.domain, t.id)],
  )

/** Every record that a domain published, from when it was first seen until it changed. */
export const dmarcDnsHistory = (k: Kit, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_dns_history',
    {
      no: k.serial('no'),
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      kind: k.text<'dmarc' | 'spf' | 'dkim' | 'mta_sts' | 'tls_rpt' | 'bimi'>('kind').notNull(),
      /** Of a DKIM key, such as `s1._domainkey.example.com`; null for the other kinds, of which a domain has one each. */
      name: k.text('name'),
      /** Null if nothing is published. */
      record: k.text('record'),
      /** The domain that publishes it, if it is a parent. */
      foundAt: k.text('found_at'),
      /** What changed, as codes such as `policy_weakened`. */
      changes: k.json<string[]>('changes').notNull(),
      isWeakened: k.bool('is_weakened').notNull(),
      seenAt: k.big('seen_at').notNull(),
      lastSeenAt: k.big('last_seen_at').notNull(),
    },
    (t) => [k.index('dmarc_dns_history_domain').on(t.domainNo, t.kind, t.no)],
  )

/** Facts about IP addresses from public DNS and from the operator's ASN file, cached for all projects. */
export const dmarcHosts = (k: Kit) =>
  k.table(
    'dmarc_hosts',
    {
      ip: k.text('ip').primaryKey(),
      /** `unknown`: the query failed. */
      state: k.text<'confirmed' | 'none' | 'mismatch' | 'unknown'>('state').notNull(),
      ptr: k.text('ptr'),
      asn: k.big('asn'),
      asName: k.text('as_name'),
      country: k.text('country'),
      lookedUpAt: k.big('looked_up_at').notNull(),
      untilAt: k.big('until_at').notNull(),
    },
    (t) => [k.index('dmarc_hosts_until').on(t.untilAt)],
  )

/** Classes of sources that a caller set by hand. */
export const dmarcClasses = (k: Kit, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_classes',
    {
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      /** An IP address, or the name of a source. */
      key: k.text('key').notNull(),
      class: k.text<'own' | 'forwarder' | 'threat' | 'unknown'>('class').notNull(),
      note: k.text('note'),
      actorName: k.text('actor_name').notNull(),
      setAt: k.big('set_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.domainNo, t.key] })],
  )
