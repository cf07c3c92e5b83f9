/**
 * Marks keywords that only the published schema has: rules that a handler checks with the parser of the value, because the
 * failure has a message or an error code of its own. They say as much of the rule as JSON Schema can.
 */
export const publishedMark = Symbol('published')

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const host = `(?:${label}\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
// IDNA decides on other characters (RFC 5891), among them on dots of other scripts.
const international = '[^\\u0000-\\u0020\\u007f@]*[^\\u0000-\\u007f][^\\u0000-\\u0020\\u007f@]*'
const atoms = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const local = `(?:${atoms}(?:\\.${atoms})*|"[^"]*"|${international})`
const mailbox = `${local}@(?:${host}|${international})`
const scheme = '[Hh][Tt][Tt][Pp]'

/** A domain name below a top-level domain, also in Unicode, with a final dot or without. White space around it is ignored. */
export const publishedDomain = { format: 'idn-hostname', pattern: `^\\s*(?:${host}\\.?|${international})\\s*$` }

/** An email address without a display name. White space around it is ignored. */
export const publishedAddress = { format: 'idn-email', pattern: `^\\s*${mailbox}\\s*$` }

/** An http or https URL. White space around it is ignored. */
export const publishedUrl = { format: 'iri', pattern: `^[\\u0000-\\u0020]*${scheme}[Ss]?:` }

/** A URI for reports: an https URL or an email address, also as a mailto URI; without the separators of a record. */
export const publishedReportUri = {
  pattern: `^(?=[^\\s;]*$)(?:${scheme}[Ss]://[^?#]|(?:[Mm][Aa][Ii][Ll][Tt][Oo]:)?${mailbox}$)`,
}

const day = '(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9])|(?:0[13-9]|1[0-2])-30|(?:0[13578]|1[02])-31)'
const clock = '(?:[01][0-9]|2[0-4]):[0-5][0-9](?::(?:[0-5][0-9]|60)(?:[.,][0-9]{1,9})?)?'

/** A day or time as ISO 8601, or Unix seconds or milliseconds. White space around it is ignored. */
export const publishedInstant = {
  pattern: `^\\s*(?:-?[0-9]{9,14}|[0-9]{4}-${day}(?:[Tt ]${clock}\\s*(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?)\\s*$`,
}
