import type { LintContext } from '../../context.ts'
import { defineRule } from '../../rule.ts'

const addressFields = /address|street|postal|anschrift|adresse|direcci[oó]n|indirizzo|zip/i
// A number next to a street, or a postal code next to a city; most countries write one or the other.
const written =
  /\b\d{1,5}[a-z]?,?\s+(?:\p{Lu}[\p{L}.'-]+\s+){1,4}(?:st(?:reet)?|ave(?:nue)?|r(?:oa)?d|lane|ln|blvd|drive|dr|way|square|yard|court|row|place|quay)\b|\b\p{Lu}[\p{L}.'-]*(?:stra(?:ß|ss)e|str\.|weg|gasse|allee|platz|kai|plein|straat|laan|gatan|vej|gata|katu)\s*\d|\b(?:rue|avenue|boulevard|via|viale|piazza|calle|avenida|rua|plaza|kai)\s+[\p{L}. '-]{2,40}[, ]+\d|\b\d{4,5}\s+\p{Lu}\p{L}{2,}|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d{2}\s?[A-Z\d]{4}\b|\b[A-Z]{2}\s+\d{5}\b|p\.?\s?o\.?\s?box\s+\d/iu

export const postalAddressMissing = defineRule({
  id: 'inbox.postal-address-missing',
  severity: 'warning',
  why: 'CAN-SPAM, CASL and other laws require a postal address of the sender in commercial emails.',
  remedy: 'Add the address to the footer, or a merge tag such as {{ company.address }}.',
  doc: 'https://www.ftc.gov/business-guidance/resources/can-spam-act-compliance-guide-business',
  check: (context) =>
    context.isBulk && !hasAddress(context) ? [{ message: 'The email contains no postal address.' }] : [],
})

function hasAddress({ page, values }: LintContext): boolean {
  return (
    values.addresses.some(({ role }) => role === 'address') ||
    values.tags.some(
      ({ kind, tag }) => kind === 'text' && addressFields.test(tag.path) && !/e?-?mail|url|ip_?address/i.test(tag.path),
    ) ||
    page.texts.some(({ text }) => written.test(text.slice(0, 500)))
  )
}
