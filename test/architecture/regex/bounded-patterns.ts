import { limits } from '../../../src/kernel/limits.ts'
import { keyOf } from './verdicts.ts'

/** A regular expression that takes more than linear time, and why that does no harm. */
interface BoundedPattern {
  readonly file: string
  readonly source: string
  readonly flags?: string
  /** Characters of the longest text that it meets. */
  readonly max: number
  /** The file that holds texts to that length, and the code that does it there. */
  readonly enforcedIn: string
  readonly enforcedBy: string
  /** Milliseconds of processor time that the worst text of that length was measured to take in Bun. */
  readonly worstMs: number
  /** What is repeated to make it slow, where recheck knows no attack. */
  readonly pumps?: readonly string[]
}

/** Every regular expression of the product that is not linear. Whatever is longer than `max` has to be cut before. */
export const boundedPatterns: readonly BoundedPattern[] = [
  {
    file: 'src/email/blocks/html/html-to-text.ts',
    source: String.raw`\n[ \n]*$`,
    max: 8,
    enforcedIn: 'src/email/blocks/html/html-to-text.ts',
    enforcedBy: 'endOf(pieces, 8)',
    worstMs: 1,
  },
  {
    file: 'src/email/data/literal.ts',
    source: String.raw`\.?0+$`,
    max: 24,
    enforcedIn: 'src/email/data/literal.ts',
    enforcedBy: 'value.toFixed(Math.abs(value) < 1 ? 20 : 0)',
    worstMs: 1,
  },
  {
    file: 'src/email/data/tag-syntax.ts',
    source: String.raw`\[\s*["']?([^"'\]\s]+)["']?\s*\]`,
    max: 256,
    enforcedIn: 'src/email/data/tag-syntax.ts',
    enforcedBy: 'text.length > 256',
    worstMs: 1,
  },
  {
    file: 'src/email/esp/references.ts',
    source: String.raw`(?<=\bin )[^\s%|]*\{LIST\}[^\s%|[]*|[^\s({'"]*\{LIST\}`,
    max: 2000,
    enforcedIn: 'src/email/esp/provider.ts',
    enforcedBy: 'maxLength: 2000',
    worstMs: 2,
  },
  {
    file: 'src/email/lint/rules/inbox/postal-address-missing.ts',
    source:
      "\\b\\d{1,5}[a-z]?,?\\s+(?:\\p{Lu}[\\p{L}.'-]+\\s+){1,4}(?:st(?:reet)?|ave(?:nue)?|r(?:oa)?d|lane|ln|blvd|drive|dr|way|square|yard|court|row|place|quay)\\b|\\b\\p{Lu}[\\p{L}.'-]*(?:stra(?:ß|ss)e|str\\.|weg|gasse|allee|platz|kai|plein|straat|laan|gatan|vej|gata|katu)\\s*\\d|\\b(?:rue|avenue|boulevard|via|viale|piazza|calle|avenida|rua|plaza|kai)\\s+[\\p{L}. '-]{2,40}[, ]+\\d|\\b\\d{4,5}\\s+\\p{Lu}\\p{L}{2,}|\\b[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2}\\b|\\b[A-Z]\\d{2}\\s?[A-Z\\d]{4}\\b|\\b[A-Z]{2}\\s+\\d{5}\\b|p\\.?\\s?o\\.?\\s?box\\s+\\d",
    flags: 'iu',
    max: 500,
    enforcedIn: 'src/email/lint/rules/inbox/postal-address-missing.ts',
    enforcedBy: 'text.slice(0, 500)',
    worstMs: 1,
  },
  {
    file: 'src/email/lint/rules/links/unresolved-tag.ts',
    source: String.raw`\*\|[^|]{1,80}\|\*|%%[^%]{1,80}%%|\$\{[^}]{1,80}\}|<%|%3C%25|\[\[[^\]]{1,80}\]\]|^\{[^{}%]{1,80}\}|%recipient\.|\{\{[^}]*$`,
    flags: 'i',
    max: 2000,
    enforcedIn: 'src/email/lint/rules/links/unresolved-tag.ts',
    enforcedBy: 'href.slice(0, 2000)',
    worstMs: 2,
    pumps: ['{{', '${'],
  },
  {
    file: 'src/email/liquid/fill.ts',
    source: String.raw`^illegal tag: ([\s\S]*?)(?:, file.*)?$`,
    max: 300,
    enforcedIn: 'src/email/liquid/fill.ts',
    enforcedBy: 'slice(0, 300)',
    worstMs: 1,
  },
  {
    file: 'src/deliverability/smtp/classify/recipient.ts',
    source: String.raw`\bdomain\b.{0,40}(?:suspended|disabled|inactive|maintenance|not hosted|no route|not our|not accepted|expired)|not hosted|(?:mail for|this) (?:\S+ )?domain\b.{0,20}\bnot\b|\bbackend\b|mail transport|routing loop|different cluster|\bunknown (?:client|host)\b|\bbusy\b|\bdeferred\b|service not available|not (?:yet )?(?:been )?(?:activated|provisioned)|(?:verification|checks?|checking|forwarding|creation|books?|vrfy|expn|login|protocol|imap|pop3?) (?:\S+ ){0,3}disabled`,
    max: 4096,
    enforcedIn: 'src/deliverability/smtp/classify/classify.ts',
    enforcedBy: '.slice(0, maxText)',
    worstMs: 1,
    pumps: ['domain ', 'this x domain ', 'checks x y z ', 'this domain no'],
  },
  {
    file: 'src/deliverability/smtp/classify/recipient.ts',
    source: String.raw`(?:user|mailbox|account|address|recipient)(?: \S+){0,3} (?:could not be found|can ?not be found|not found|is (?:invalid|not valid|no longer valid)|is not a valid|unallocated|not recogni[sz]ed)|is no longer valid|not a valid (?:e-?mail )?address|invalid (?:e-?mail )?address(?! (?:syntax|format))|(?:invalid|bad|nonexistent|non-existent|undeliverable|unrouteable|unroutable) (?:mailbox|recipient|user|account|address)(?! (?:syntax|format|count))|no (?:mailbox|user|account|one) (?:here|by that name|with that)|not our customer|bad destination mailbox|not in my validrcptto|user does(?: not|n'?t) have|doesn'?t have an? \S+ account`,
    max: 4096,
    enforcedIn: 'src/deliverability/smtp/classify/classify.ts',
    enforcedBy: '.slice(0, maxText)',
    worstMs: 1,
    pumps: ['user x y z ', 'invalid e-mail address ', "doesn't have an x ", 'not recognised user '],
  },
  {
    file: 'src/deliverability/smtp/classify/recipient.ts',
    source: String.raw`\bsender'?s?\b|\bbad (?:mail )?server\b|\bsending\b|\breturn(?:ing)?[- ](?:address|path)|\bfrom:? ?(?:address|domain|header)|\benvelope\b|\bmail ?from\b|\byour (?:e-?mail )?(?:ip|address|account|domain|server|host|network|system|isp|provider|mail ?server)\b|\bip\b|\btoo many\b|\bharvest|dictionary attack|temporar|(?:try|come) (?:again )?(?:back )?later|\bretry\b|(?:domain|host)(?: name)?(?: \S+)? not found|(?:internal|server|system|database|directory|ldap|lookup) (?:error|failure)`,
    max: 4096,
    enforcedIn: 'src/deliverability/smtp/classify/classify.ts',
    enforcedBy: '.slice(0, maxText)',
    worstMs: 1,
    pumps: ['your e-mail ', 'domain name x not ', 'try come again back ', 'internal server system '],
  },
  {
    file: 'src/deliverability/smtp/classify/recipient.ts',
    source:
      "no such (?:local )?(?:user|recipient|mailbox|account|address|person)|(?:user|recipient|mailbox|account|addressee) (?:is )?(?:unknown|not (?:found|known))|unknown (?:local[- ])?(?:user|recipient|mailbox|addressee|part)\\b|unknown or illegal (?:alias|user)|(?:user|recipient|mailbox|account|address)(?: \\S+){0,3} (?:does not|doesn'?t|do not) exist|not in (?:the )?recipient (?:list|table)|invalid[- ]recipients?\\b(?! (?:syntax|count|encoding|format))|destinataire invalide|marked as invalid|(?:utilisateur|destinataire|usuario|usuário|destinat[aá]rio|utente) (?:inconnue?|desconocido|desconhecido|inexistente|sconosciuto)|(?:benutzer|empf[aä]nger|postfach) (?:unbekannt|existiert nicht)",
    max: 4096,
    enforcedIn: 'src/deliverability/smtp/classify/classify.ts',
    enforcedBy: '.slice(0, maxText)',
    worstMs: 1,
    pumps: ['user x y z ', 'no such local ', 'unknown local-', 'account a b c do not '],
  },
  {
    file: 'src/deliverability/smtp/classify/recipient.ts',
    source:
      'over ?quota|(?:user|mailbox|storage|recipient|disk|account) (?:\\w+ ){0,2}quota|quota (?:is |has been )?(?:exceeded|full|violation)(?<!queue quota exceeded)|(?:mail)?box (?:for user |of \\S+ )?(?:is |has been )?full|mailbox size limit|exceeded (?:its |their |the |his )?(?:storage|quota|mailbox)|out of (?:storage|space)|exhausted .{0,20}storage|insufficient (?:mailbox )?(?:storage|space) (?:in|for) (?:the )?(?:mailbox|user|recipient)|bo[iî]te .{0,30}pleine',
    max: 4096,
    enforcedIn: 'src/deliverability/smtp/classify/classify.ts',
    enforcedBy: '.slice(0, maxText)',
    worstMs: 1,
    pumps: ['user x y quota', 'exhausted x ', 'insufficient mailbox storage ', 'boîte x '],
  },
  {
    file: 'src/deliverability/smtp/classify/languages.ts',
    source:
      'sp.{1,2}ter|vor.{1,2}bergehend|zurzeit|derzeit|temporair|pour le moment|temporal|tempor.{1,2}ri|temporane|tijdelijk|tymczasow|временн|(?<!\\p{L})(?:(?:die|ihre|diese) domain|domain nicht|domaine|dom.{1,2}nio|domena|домен)(?!\\p{L})|zugriff|acc.{1,2}s (?:refus|interdit)|ac+es+o (?:neg|dene)|toegang|dost.{1,2}pu|доступ|anmeldung|authentifi|relais|relaying|interne mails|d.{1,2}rfen an diese|.{1,2}berpr.{1,2}f|v[é\\ufffd]rifi',
    flags: 'u',
    max: 4096,
    enforcedIn: 'src/deliverability/smtp/classify/classify.ts',
    enforcedBy: '.slice(0, maxText)',
    worstMs: 1,
    pumps: ['ü', 'acc s', 'domain x', 'zugri', 'dom dom'],
  },
  {
    file: 'src/deliverability/smtp/classify/us.ts',
    source: String.raw`blocked (?:using|by .{0,30}list)|\bbanned (?:sending )?(?:ip|host|address|sender|client)|(?:\bip|host|client|you)\b.{0,40}\bbanned\b|\breputation\b|block(?:ed)? for spam|^\W*blocked\W*$|client (?:host|address).{0,80}(?:blocked|rejected|denied|banned)|your ip\b|\bip listed\b|ip address.{0,40}(?:block|bann|list|reject)|\(ip based\)|connections? (?:will )?not (?:be )?accepted from|connection (?:refused|rejected) (?:by|due)`,
    max: 4096,
    enforcedIn: 'src/deliverability/smtp/classify/classify.ts',
    enforcedBy: '.slice(0, maxText)',
    worstMs: 1,
    pumps: ['host ', 'client host ', 'ip address ', 'blocked by ', 'you b'],
  },
  {
    file: 'src/platform/http/access/proxies.ts',
    source: String.raw`^\[?(.+?)(?:\]:\d+|\]|(?<=\.\d+):\d+)?$`,
    max: 64,
    enforcedIn: 'src/platform/http/access/proxies.ts',
    enforcedBy: 'hop.length > maxHop',
    worstMs: 1,
  },
  {
    file: 'src/surfaces/templates/library/listing/contract.ts',
    source: String.raw`^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$`,
    max: limits.searchLength,
    enforcedIn: 'src/surfaces/templates/library/listing/contract.ts',
    enforcedBy: 'maxLength: limits.searchLength',
    worstMs: 1,
  },
]

/** What identifies the pattern in the table of verdicts. */
export function keyOfBounded({ flags = '', source }: BoundedPattern): string {
  return keyOf({ source, flags })
}
