/**
 * Permitted use of an address. `sendable`: allowed in MAIL and RCPT (RFC 5321). The others cannot receive mail: `folding`
 * and `deprecated` are allowed in a header (RFC 5322), `header` is RFC 5322 at most, `broken` is not an address.
 */
export type Category = 'sendable' | 'folding' | 'deprecated' | 'header' | 'broken'

/** Ordered from best to worst: the worst diagnosis of an address is reported. */
const rows = {
  valid: ['sendable', 'A valid email address.'],
  top_level: ['sendable', 'The domain has a single label.'],
  numeric_top_level: ['sendable', 'The last label of the domain begins with a digit.'],
  quoted_string: ['sendable', 'The local part is a quoted string.'],
  address_literal: ['sendable', 'The domain is an IP address literal.'],
  // RFC 5321 4.1.3: “::” represents at least two groups.
  ipv6_elides_one_group: ['deprecated', '“::” replaces a single group of the IPv6 address.'],
  comment: ['folding', 'It contains a comment.'],
  folding_space: ['folding', 'It contains white space outside a quoted string.'],
  obsolete_local_part: ['deprecated', 'The local part mixes quoted strings, comments and words.'],
  obsolete_space: ['deprecated', 'It contains white space where that is obsolete.'],
  obsolete_quoted_text: ['deprecated', 'The quoted string contains a control character.'],
  obsolete_quoted_pair: ['deprecated', 'A backslash quotes a control character.'],
  obsolete_comment: ['deprecated', 'It contains a comment where that is obsolete.'],
  obsolete_comment_text: ['deprecated', 'A comment contains a control character.'],
  space_near_at: ['deprecated', 'There is white space or a comment beside the @.'],
  not_a_host_name: ['header', 'The domain contains characters that host names do not have.'],
  too_long: ['header', 'It is longer than 254 octets.'],
  local_part_too_long: ['header', 'The local part is longer than 64 octets.'],
  domain_too_long: ['header', 'The domain is longer than 253 octets.'],
  label_too_long: ['header', 'A label of the domain is longer than 63 octets.'],
  domain_literal: ['header', 'The address literal is not an IP address.'],
  obsolete_domain_literal: ['header', 'The address literal contains a control character or a backslash.'],
  ipv6_group_count: ['header', 'The IPv6 address has the wrong number of groups.'],
  ipv6_two_elisions: ['header', 'The IPv6 address has “::” twice.'],
  ipv6_bad_group: ['header', 'A group of the IPv6 address is not hexadecimal.'],
  ipv6_too_many_groups: ['header', 'The IPv6 address has too many groups.'],
  ipv6_colon_at_start: ['header', 'The IPv6 address starts with a single colon.'],
  ipv6_colon_at_end: ['header', 'The IPv6 address ends with a single colon.'],
  bad_literal_character: ['broken', 'The address literal contains an invalid character.'],
  no_local_part: ['broken', 'The local part is empty.'],
  no_domain: ['broken', 'There is no domain after an @.'],
  consecutive_dots: ['broken', 'There are two dots in a row.'],
  text_after_space: ['broken', 'Text follows a comment or white space without a dot between them.'],
  text_after_quoted_string: ['broken', 'Text follows the quoted string without a dot between them.'],
  text_after_literal: ['broken', 'Text follows the bracket that ends the domain.'],
  bad_quoted_pair: ['broken', 'A backslash quotes a character that cannot be quoted.'],
  bad_character: ['broken', 'It contains an invalid character.'],
  bad_quoted_character: ['broken', 'The quoted string contains an invalid character.'],
  bad_comment_character: ['broken', 'A comment contains an invalid character.'],
  ends_with_backslash: ['broken', 'It ends with a backslash.'],
  dot_at_start: ['broken', 'The local part or the domain begins with a dot.'],
  dot_at_end: ['broken', 'The local part or the domain ends with a dot.'],
  hyphen_at_start: ['broken', 'A label of the domain begins with a hyphen.'],
  hyphen_at_end: ['broken', 'A label of the domain ends with a hyphen.'],
  unclosed_quoted_string: ['broken', 'The quoted string does not end.'],
  unclosed_comment: ['broken', 'A comment does not end.'],
  unclosed_literal: ['broken', 'The bracket of the domain is not closed.'],
  two_line_breaks: ['broken', 'There are two line breaks in a row.'],
  line_break_at_end: ['broken', 'A line break is not followed by white space.'],
  bare_carriage_return: ['broken', 'There is a carriage return without a line feed.'],
  unreadable: ['broken', 'It is not well-formed Unicode.'],
  bad_international_domain: ['broken', 'The domain is not a valid internationalized domain name.'],
} as const satisfies Record<string, readonly [Category, string]>

export type Diagnosis = keyof typeof rows

/** Ordered from best to worst. */
export const diagnoses = Object.keys(rows) as Diagnosis[]

const ranks = new Map(diagnoses.map((diagnosis, rank) => [diagnosis, rank]))

export function categoryOf(diagnosis: Diagnosis): Category {
  return rows[diagnosis][0]
}

/** The diagnosis as an English sentence. */
export function explainDiagnosis(diagnosis: Diagnosis): string {
  return rows[diagnosis][1]
}

export function worseOf(one: Diagnosis, other: Diagnosis): Diagnosis {
  return (ranks.get(one) ?? 0) >= (ranks.get(other) ?? 0) ? one : other
}
