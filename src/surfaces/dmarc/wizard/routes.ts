import type { Http } from '../../../platform/http/index.ts'
import type { MeasureDeps } from '../../verification/index.ts'
import { findByName, readDomainName } from '../domains/index.ts'
import { analyzeDomain } from './analyze.ts'
import { AnalyzeDomain, CheckDns, CheckedDns, DomainAnalysis, GenerateRecord, GeneratedRecord } from './contract.ts'
import { type WizardDeps, checkDns, generateRecord } from './wizard.ts'

export function wizardRoutes({ http, ...deps }: { http: Http } & WizardDeps & MeasureDeps) {
  return http
    .surface('dmarc')
    .post(
      '/dmarc/wizard/analyze-domain',
      async ({ body, caller }) => {
        const domain = readDomainName(body.domain)
        const row = await findByName(deps.store.read, caller, domain)
        return analyzeDomain(deps, domain, { row, selectors: body.selectors })
      },
      {
        id: 'dmarc.analyzeDomain',
        summary: 'Analyze a domain before DMARC',
        description:
          'Checks SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI and DANE like the infrastructure check, explains each tag of the ' +
          'DMARC record, and lists the steps to an enforced policy with their state. Costs no credits.',
        scope: 'dmarc',
        body: AnalyzeDomain,
        response: { 200: DomainAnalysis },
      },
    )
    .post('/dmarc/wizard/generate', ({ body, caller, once }) => generateRecord(deps, caller, body, once), {
      id: 'dmarc.generateRecord',
      summary: 'Generate a DMARC record',
      description:
        'Writes a record by RFC 9989, explains each tag, evaluates it, and compares it with the record that applies now. The ' +
        'result is stored as a plan; `check-dns` verifies that it was published, and `dns-history` keeps it.',
      scope: 'dmarc',
      once: true,
      body: GenerateRecord,
      response: { 200: GeneratedRecord },
    })
    .post('/dmarc/wizard/check-dns', ({ body, caller }) => checkDns(deps, caller, body), {
      id: 'dmarc.checkDns',
      summary: 'Check that a DMARC record was published',
      description:
        'Compares the records at `_dmarc` of a domain with a plan, or with a record in the body, tag by tag. Resolvers cache ' +
        'a record for its TTL.',
      scope: 'dmarc',
      body: CheckDns,
      response: { 200: CheckedDns },
      errors: ['PLAN_NOT_FOUND'],
    })
}
