import { limits } from '../../../kernel/limits.ts'
import type { Element } from '../xml/scan-xml.ts'
import { type HeaderDraft, type RecordDraft, type ResultDraft, newRecord, newResult } from './draft.ts'

/** What the elements of one report are read into. */
export interface FeedbackTarget {
  header: HeaderDraft
  record: RecordDraft
  result: ResultDraft
  override: { type: string; comment: string }
  /** The depth of `policy_published`, of which only the first counts. */
  isRepeatedPolicy: boolean
  headerRead(): void
  recordRead(): void
  deviates(code: 'policy_published_repeated' | 'element_identities' | 'rfc9990_field'): void
}

type Node = Element<FeedbackTarget>

function text(name: string, value: (target: FeedbackTarget, text: string) => void): Node {
  return { name, value }
}

function group(name: string, children: readonly Node[], on: Pick<Node, 'enter' | 'leave'> = {}): Node {
  return { name, children: new Map(children.map((child) => [child.name, child])), ...on }
}

/** A text of the metadata: the first counts. */
function fact(name: string, member: keyof PickText<HeaderDraft>): Node {
  return text(name, ({ header }, value) => {
    if (header[member] === '') header[member] = value
  })
}

/** A text of the first policy. */
function policy(name: string, member: keyof PickText<HeaderDraft>, isNew = false): Node {
  return text(name, (target, value) => {
    if (isNew && value !== '') target.deviates('rfc9990_field')
    if (!target.isRepeatedPolicy && target.header[member] === '') target.header[member] = value
  })
}

type PickText<T> = { [K in keyof T as T[K] extends string ? K : never]: T[K] }

const reportMetadata = group(
  'report_metadata',
  [
    fact('org_name', 'organization'),
    fact('email', 'email'),
    fact('extra_contact_info', 'contact'),
    fact('report_id', 'reportId'),
    text('generator', (target, value) => {
      target.deviates('rfc9990_field')
      target.header.generator = value
    }),
    group('date_range', [fact('begin', 'begin'), fact('end', 'end')]),
    text('error', ({ header }, value) => {
      if (value !== '' && header.errors.length < limits.reportResults) header.errors.push(value)
    }),
  ],
  {
    leave: (target) => {
      target.header.hasMetadata = true
      target.headerRead()
    },
  },
)

const policyPublished = group(
  'policy_published',
  [
    policy('domain', 'domain'),
    policy('p', 'p'),
    policy('sp', 'sp'),
    policy('np', 'np', true),
    policy('adkim', 'adkim'),
    policy('aspf', 'aspf'),
    policy('pct', 'pct'),
    policy('fo', 'fo'),
    policy('testing', 'testing', true),
    policy('discovery_method', 'discoveryMethod', true),
  ],
  {
    enter: (target) => {
      target.isRepeatedPolicy = target.header.hasPolicy
      if (target.isRepeatedPolicy) target.deviates('policy_published_repeated')
    },
    leave: (target) => {
      target.header.hasPolicy = true
      target.headerRead()
    },
  },
)

const policyEvaluated = group(
  'policy_evaluated',
  [
    text('disposition', ({ record }, value) => void (record.disposition = value)),
    text('dkim', ({ record }, value) => void (record.dkim = value)),
    text('spf', ({ record }, value) => void (record.spf = value)),
    group(
      'reason',
      [
        text('type', ({ override }, value) => void (override.type = value)),
        text('comment', ({ override }, value) => void (override.comment = value)),
      ],
      {
        enter: (target) => void (target.override = { type: '', comment: '' }),
        leave: ({ override, record }) => {
          if (override.type === '' && override.comment === '') return
          if (record.overrides.length < limits.reportResults) record.overrides.push(override)
          else record.droppedResults++
        },
      },
    ),
  ],
  { enter: ({ record }) => void (record.hasEvaluation = true) },
)

function identifiers(name: string): Node {
  return group(
    name,
    [
      text('header_from', ({ record }, value) => void (record.headerFrom = value)),
      text('envelope_from', ({ record }, value) => void (record.envelopeFrom = value)),
      text('envelope_to', ({ record }, value) => void (record.envelopeTo = value)),
    ],
    // The name in drafts before RFC 7489.
    name === 'identities' ? { enter: (target) => target.deviates('element_identities') } : {},
  )
}

function result(name: 'dkim' | 'spf'): Node {
  return group(
    name,
    [
      text('domain', ({ result: draft }, value) => void (draft.domain = value)),
      text('selector', ({ result: draft }, value) => void (draft.selector = value)),
      text('scope', ({ result: draft }, value) => void (draft.scope = value)),
      text('result', ({ result: draft }, value) => void (draft.result = value)),
      text('human_result', ({ result: draft }, value) => void (draft.humanResult = value)),
    ],
    {
      enter: (target) => void (target.result = newResult()),
      leave: ({ record, result: draft }) => {
        if (draft.domain === '' && draft.result === '') return
        const list = name === 'dkim' ? record.dkimResults : record.spfResults
        if (list.length < limits.reportResults) list.push(draft)
        else record.droppedResults++
      },
    },
  )
}

/** The root element of aggregate reports. */
export const feedback = group('feedback', [
  text('version', () => undefined),
  reportMetadata,
  policyPublished,
  group(
    'record',
    [
      group('row', [
        text('source_ip', ({ record }, value) => void (record.sourceIp = value)),
        text('count', ({ record }, value) => void (record.count = value)),
        policyEvaluated,
      ]),
      identifiers('identifiers'),
      identifiers('identities'),
      group('auth_results', [result('dkim'), result('spf')], {
        enter: ({ record }) => void (record.hasResults = true),
      }),
    ],
    {
      enter: (target) => void (target.record = newRecord()),
      leave: (target) => target.recordRead(),
    },
  ),
])
