import { Type } from '@sinclair/typebox'
import { Nullable, closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { CreditsUsed, Cursor, NextCursor, pick, recordsIn } from '../pieces.ts'

export const infrastructureCheck = defineTool({
  name: 'infrastructure_check',
  title: 'Check mail setup',
  description:
    'Check MX, SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI, DNSSEC and DANE of a domain: score, records, findings with fixes. ' +
    '1 credit; free if no query succeeded.',
  toolset: 'verification',
  scope: 'verification',
  isOpenWorld: true,
  credits: { max: 1, per: 'call' },
  input: closed({
    domain: Type.String(),
    selectors: Type.Optional(Type.Array(Type.String(), { description: 'DKIM selectors in use.' })),
    cursor: Cursor,
  }),
  output: Type.Object({
    score: Type.Optional(Nullable(Type.Integer())),
    states: Type.Optional(Type.Object({})),
    findings: Type.Optional(Type.Array(Type.Object({ code: Type.String(), severity: Type.String() }))),
    credits_used: CreditsUsed,
    next_cursor: NextCursor,
  }),
  async run({ domain, selectors }, { api, signal }) {
    const check = await api.json('POST', '/tools/infrastructure-check', { body: { domain, selectors }, signal })
    const checks = Object.entries({ ...(check['checks'] as object) } as Record<string, Record<string, unknown>>)
    const findings = checks.flatMap(([name, each]) =>
      recordsIn(each['findings']).map((finding) => ({ check: name, ...pick(finding, findingMembers) })),
    )
    const states = Object.fromEntries(checks.map(([name, { state }]) => [name, state]))
    const records = Object.fromEntries(
      checks.flatMap(([name, { record }]) => (record === undefined ? [] : [[name, record]])),
    )
    return {
      summary: `Score ${String(check['score'])} of 100, ${findings.length} findings.`,
      data: { ...pick(check, ['domain', 'score']), states, records, findings, ...pick(check, ['credits_used']) },
      list: { member: 'findings' },
    }
  },
})

const findingMembers = ['code', 'severity', 'message', 'fix', 'publish']
