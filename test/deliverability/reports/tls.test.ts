import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { codesOf, readAll } from './read-all.ts'

const policy = (more: object = {}) => ({
  policy: { 'policy-type': 'sts', 'policy-string': ['version: STSv1'], 'policy-domain': 'example.com' },
  summary: { 'total-successful-session-count': 10, 'total-failure-session-count': 2 },
  ...more,
})
const report = (changes: object = {}) => ({
  'organization-name': 'Reporter',
  'date-range': { 'start-datetime': '2024-04-01T00:00:00Z', 'end-datetime': '2024-04-01T23:59:59Z' },
  'contact-info': 'tls@reporter.example',
  'report-id': 'r-1',
  policies: [policy()],
  ...changes,
})
const read = (value: object) => readAll(new TextEncoder().encode(JSON.stringify(value)))

/** Deviations of known reporters, what they must give, and the warnings. */
const quirks: [name: string, value: object, expected: object, warnings?: string[]][] = [
  ['no contact', report({ 'contact-info': null }), { contact: null }],
  ['no details of failures', report(), { policies: [{ failures: [], successful: 10, failed: 2 }] }],
  ['no policies', report({ policies: [] }), { policies: [] }, ['no_policies']],
  ['no id', report({ 'report-id': undefined }), {}, ['report_id_missing']],
  [
    'no organization',
    report({ 'organization-name': '' }),
    { organization: 'reporter.example' },
    ['org_name_from_email'],
  ],
  [
    'counts as text',
    report({
      policies: [policy({ summary: { 'total-successful-session-count': '42', 'total-failure-session-count': '7' } })],
    }),
    { policies: [{ successful: 42, failed: 7 }] },
  ],
  [
    'counts that are none',
    report({
      policies: [policy({ summary: { 'total-successful-session-count': -1, 'total-failure-session-count': 1e300 } })],
    }),
    { policies: [{ successful: 0, failed: 0 }] },
    ['count_invalid'],
  ],
  [
    'no domain of a policy that was not found',
    report({ policies: [policy({ policy: { 'policy-type': 'no-policy-found' } })] }),
    { policies: [{ type: 'no-policy-found', domain: '' }] },
    ['policy_domain_missing'],
  ],
  [
    'an unknown type of policy',
    report({ policies: [policy({ policy: { 'policy-type': 'other', 'policy-domain': 'Example.COM.' } })] }),
    { policies: [{ type: 'other', domain: 'example.com' }] },
    ['policy_type_unknown'],
  ],
  [
    'one text instead of a list',
    report({
      policies: [
        policy({
          policy: {
            'policy-type': 'STS',
            'policy-string': 'version: STSv1',
            'policy-domain': 'a.example',
            'mx-host': 'mx: mx.a.example',
          },
        }),
      ],
    }),
    { policies: [{ type: 'sts', strings: ['version: STSv1'], mxHosts: ['mx.a.example'] }] },
  ],
  [
    'a pattern of hosts',
    report({
      policies: [
        policy({ policy: { 'policy-type': 'sts', 'policy-domain': 'a.example', 'mx-host-pattern': ['*.a.example'] } }),
      ],
    }),
    { policies: [{ mxHosts: ['*.a.example'] }] },
  ],
  [
    'a failure without IP addresses',
    report({
      policies: [
        policy({ 'failure-details': [{ 'result-type': 'sts-policy-fetch-error', 'failed-session-count': 3 }] }),
      ],
    }),
    {
      policies: [
        { failures: [{ resultType: 'sts-policy-fetch-error', sessions: 3, sendingIp: null, receivingMx: null }] },
      ],
    },
  ],
  [
    'an entry that is no policy',
    report({ policies: ['x', policy()] }),
    { policies: [{ successful: 10 }] },
    ['policy_skipped'],
  ],
  [
    'a time zone',
    report({
      'date-range': { 'start-datetime': '2024-04-01T02:00:00+02:00', 'end-datetime': '2024-04-02T01:59:59+0200' },
    }),
    { range: { begin: Date.UTC(2024, 3, 1), end: Date.UTC(2024, 3, 1, 23, 59, 59) } },
  ],
  [
    'a range that ends before it begins',
    report({ 'date-range': { 'start-datetime': '2024-04-02T00:00:00Z', 'end-datetime': '2024-04-01T00:00:00Z' } }),
    { range: { begin: Date.UTC(2024, 3, 1) } },
    ['date_range_inverted'],
  ],
]

describe('TLS reports', () => {
  for (const [name, value, expected, warnings = []] of quirks)
    test(`with ${name}`, async () => {
      const { rejected, tls } = await read(value)
      expect(rejected).toEqual([])
      expect(tls[0]).toMatchObject(expected)
      expect(tls.flatMap(codesOf)).toEqual(warnings)
    })

  test('in gzip are the same', async () => {
    const bytes = gzipSync(JSON.stringify(report()))
    expect((await readAll(bytes)).tls[0]?.contentHash).toBe((await read(report())).tls[0]?.contentHash ?? '')
  })

  test('without a date range, or from the future, are rejected', async () => {
    for (const range of [
      undefined,
      {},
      { 'start-datetime': 'yesterday' },
      { 'start-datetime': '2100-01-01T00:00:00Z' },
    ])
      expect((await read(report({ 'date-range': range }))).rejected.map(({ code }) => code as string)).toEqual([
        'date_range_implausible',
      ])
  })
})
