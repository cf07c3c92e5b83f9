/** The two public suites of dominicsayers/isemail (tests.xml 3.05 and tests-original.xml), read from outside the repository. */
import { describe, expect, test } from 'bun:test'
import { type Diagnosis, categoryOf, parseMailbox } from '../../../src/deliverability/address/index.ts'
import { publishedFile } from '../../support/published-data.ts'

interface Case {
  id: number
  address: string
  category: string
  diagnosis: string
}

/** Their diagnoses in our words. What they learn from DNS has a syntax that is valid. */
const words: Record<string, Diagnosis> = {
  VALID: 'valid',
  DNSWARN_NO_MX_RECORD: 'valid',
  DNSWARN_NO_RECORD: 'valid',
  RFC5321_TLD: 'top_level',
  RFC5321_TLDNUMERIC: 'numeric_top_level',
  RFC5321_QUOTEDSTRING: 'quoted_string',
  RFC5321_ADDRESSLITERAL: 'address_literal',
  RFC5321_IPV6DEPRECATED: 'ipv6_elides_one_group',
  CFWS_COMMENT: 'comment',
  CFWS_FWS: 'folding_space',
  DEPREC_LOCALPART: 'obsolete_local_part',
  DEPREC_FWS: 'obsolete_space',
  DEPREC_QTEXT: 'obsolete_quoted_text',
  DEPREC_QP: 'obsolete_quoted_pair',
  DEPREC_COMMENT: 'obsolete_comment',
  DEPREC_CTEXT: 'obsolete_comment_text',
  DEPREC_CFWS_NEAR_AT: 'space_near_at',
  RFC5322_DOMAIN: 'not_a_host_name',
  RFC5322_TOOLONG: 'too_long',
  RFC5322_LOCAL_TOOLONG: 'local_part_too_long',
  RFC5322_DOMAIN_TOOLONG: 'domain_too_long',
  RFC5322_LABEL_TOOLONG: 'label_too_long',
  RFC5322_DOMAINLITERAL: 'domain_literal',
  RFC5322_DOMLIT_OBSDTEXT: 'obsolete_domain_literal',
  RFC5322_IPV6_GRPCOUNT: 'ipv6_group_count',
  RFC5322_IPV6_2X2XCOLON: 'ipv6_two_elisions',
  RFC5322_IPV6_BADCHAR: 'ipv6_bad_group',
  RFC5322_IPV6_MAXGRPS: 'ipv6_too_many_groups',
  RFC5322_IPV6_COLONSTRT: 'ipv6_colon_at_start',
  RFC5322_IPV6_COLONEND: 'ipv6_colon_at_end',
  ERR_EXPECTING_DTEXT: 'bad_literal_character',
  ERR_NOLOCALPART: 'no_local_part',
  ERR_NODOMAIN: 'no_domain',
  ERR_CONSECUTIVEDOTS: 'consecutive_dots',
  ERR_ATEXT_AFTER_CFWS: 'text_after_space',
  ERR_ATEXT_AFTER_QS: 'text_after_quoted_string',
  ERR_ATEXT_AFTER_DOMLIT: 'text_after_literal',
  ERR_EXPECTING_QPAIR: 'bad_quoted_pair',
  ERR_EXPECTING_ATEXT: 'bad_character',
  ERR_EXPECTING_QTEXT: 'bad_quoted_character',
  ERR_EXPECTING_CTEXT: 'bad_comment_character',
  ERR_BACKSLASHEND: 'ends_with_backslash',
  ERR_DOT_START: 'dot_at_start',
  ERR_DOT_END: 'dot_at_end',
  ERR_DOMAINHYPHENSTART: 'hyphen_at_start',
  ERR_DOMAINHYPHENEND: 'hyphen_at_end',
  ERR_UNCLOSEDQUOTEDSTR: 'unclosed_quoted_string',
  ERR_UNCLOSEDCOMMENT: 'unclosed_comment',
  ERR_UNCLOSEDDOMLIT: 'unclosed_literal',
  ERR_FWS_CRLF_X2: 'two_line_breaks',
  ERR_FWS_CRLF_END: 'line_break_at_end',
  ERR_CR_NO_LF: 'bare_carriage_return',
}

/** Where we say something else, and why. */
const deviations: Record<string, Record<number, { says: Diagnosis; because: string }>> = {
  'isemail-164.json': {
    5: {
      says: 'top_level',
      because: 'their resolver found mail at the top-level domain io; syntax has one label only',
    },
    40: { says: 'domain_too_long', because: 'they count 255 octets; as text a name has 253 at most (RFC 1035 2.3.4)' },
  },
  'isemail-279.json': {},
}

/**
 * Where we differ on whether it can be sent to: “::” for a single group. RFC 5321 4.1.3 wants it to represent two at least,
 * and their newer suite (case 71) says so too, against these cases of their older one.
 */
const unlikeTheOlderSuite = [39, 45, 230, 231, 252, 254]

for (const file of ['isemail-164.json', 'isemail-279.json']) {
  const bytes = publishedFile(file)
  const cases = bytes === undefined ? undefined : (JSON.parse(bytes.toString()) as Case[])
  describe.skipIf(cases === undefined)(file, () => {
    for (const { address, category, diagnosis, id } of cases ?? []) {
      test(`${id} ${JSON.stringify(address)}`, () => {
        const mailbox = parseMailbox(address)
        const expected = deviations[file]?.[id]?.says ?? words[diagnosis.replace('ISEMAIL_', '')]
        expect(mailbox.diagnosis).toBe(expected as Diagnosis)
        const isSendable = /^ISEMAIL_(?:VALID_CATEGORY|DNSWARN|RFC5321)$/.test(category)
        const differs = file === 'isemail-279.json' && unlikeTheOlderSuite.includes(id)
        expect(categoryOf(mailbox.diagnosis) === 'sendable').toBe(differs ? !isSendable : isSendable)
      })
    }
  })
}
