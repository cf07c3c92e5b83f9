/** The texts of a report as they were read, empty if missing. */
export interface HeaderDraft {
  organization: string
  email: string
  contact: string
  generator: string
  reportId: string
  begin: string
  end: string
  errors: string[]
  domain: string
  p: string
  sp: string
  np: string
  adkim: string
  aspf: string
  pct: string
  fo: string
  testing: string
  discoveryMethod: string
  hasMetadata: boolean
  hasPolicy: boolean
}

export interface RecordDraft {
  sourceIp: string
  count: string
  disposition: string
  dkim: string
  spf: string
  hasEvaluation: boolean
  hasResults: boolean
  headerFrom: string
  envelopeFrom: string
  envelopeTo: string
  overrides: { type: string; comment: string }[]
  dkimResults: ResultDraft[]
  spfResults: ResultDraft[]
  /** Results and overrides above the max, which are not listed. */
  droppedResults: number
}

export interface ResultDraft {
  domain: string
  /** Of DKIM. */
  selector: string
  /** Of SPF. */
  scope: string
  result: string
  humanResult: string
}

export function newHeader(): HeaderDraft {
  return {
    organization: '',
    email: '',
    contact: '',
    generator: '',
    reportId: '',
    begin: '',
    end: '',
    errors: [],
    domain: '',
    p: '',
    sp: '',
    np: '',
    adkim: '',
    aspf: '',
    pct: '',
    fo: '',
    testing: '',
    discoveryMethod: '',
    hasMetadata: false,
    hasPolicy: false,
  }
}

export function newRecord(): RecordDraft {
  return {
    sourceIp: '',
    count: '',
    disposition: '',
    dkim: '',
    spf: '',
    hasEvaluation: false,
    hasResults: false,
    headerFrom: '',
    envelopeFrom: '',
    envelopeTo: '',
    overrides: [],
    dkimResults: [],
    spfResults: [],
    droppedResults: 0,
  }
}

export function newResult(): ResultDraft {
  return { domain: '', selector: '', scope: '', result: '', humanResult: '' }
}
