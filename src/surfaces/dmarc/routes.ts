import { Elysia } from 'elysia'
import { analyticsRoutes } from './analytics/index.ts'
import { type AlertRouteDeps, alertRoutes } from './alerts/index.ts'
import { type CheckDeps, checkDomain, dnsHistoryRoutes } from './dns/index.ts'
import { type DomainRouteDeps, domainRoutes } from './domains/index.ts'
import { type GroupRouteDeps, groupRoutes } from './groups/index.ts'
import { type ReportRouteDeps, reportRoutes } from './reports/index.ts'
import { type MailboxRouteDeps, mailboxRoutes } from './mailboxes/index.ts'
import { policyRoutes } from './policy/index.ts'
import { DomainClasses, sourceRoutes } from './sources/index.ts'
import { wizardRoutes } from './wizard/index.ts'

export type DmarcRouteDeps = Omit<DomainRouteDeps, 'check'> &
  CheckDeps &
  ReportRouteDeps &
  AlertRouteDeps &
  MailboxRouteDeps &
  GroupRouteDeps

/** Routes below `/dmarc`. */
export function dmarcRoutes(deps: DmarcRouteDeps) {
  const figures = { ...deps, sourceClasses: new DomainClasses() }
  return new Elysia({ normalize: false })
    .use(domainRoutes({ ...deps, check: (row) => checkDomain(deps, row) }))
    .use(wizardRoutes(deps))
    .use(dnsHistoryRoutes(deps))
    .use(reportRoutes(deps))
    .use(analyticsRoutes(figures))
    .use(sourceRoutes(figures))
    .use(policyRoutes(figures))
    .use(alertRoutes(deps))
    .use(mailboxRoutes(deps))
    .use(groupRoutes(deps))
}
