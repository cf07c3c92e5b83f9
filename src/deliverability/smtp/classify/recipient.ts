import { type Rule, ourSender } from './rule.ts'

const policyWords = /polic(?:y|ies)|prohibit|restrict|access denied|not allowed|\bblocked?\b/

/** Beside these words nothing proves that a mailbox is not there: they are about us, the hour, or the number of questions. */
const doubt =
  /\bsender'?s?\b|\bsending\b|\breturn(?:ing)?[- ](?:address|path)|\bfrom:? ?(?:address|domain|header)|\benvelope\b|\bmail ?from\b|\byour (?:e-?mail )?(?:ip|address|account|domain|server|host|network|system|isp|provider|mail ?server)\b|\bip\b|\btoo many\b|\bharvest|dictionary attack|temporar|(?:try|come) (?:again )?(?:back )?later|\bretry\b|(?:domain|host)(?: name)?(?: \S+)? not found|(?:internal|server|system|database|directory|ldap|lookup) (?:error|failure)/

/** Nor beside these: the way behind the server, what it knows of our domain, or a mere perhaps. */
const distance =
  /\bconnect to\b|connection (?:refused|reset|timed out)|unreachable|loops? back|name service error|\bdns\b|resource record|\blookup of\b|\bmay (?:not|contain)\b|\bpermission\b|\bauthenticat|\b(?:in|out)bounds? disabled|\byour mailbox\b|\byou are not (?:allowed|permitted)/

/** Nor beside these: what is queried of us first, or that questions like ours, or mail without a sender, are not answered. */
const condition =
  /\bbounces?\b|\bbounced\b|null sender|never sends|backscatter|\bbatv\b|\bchallenge|not confirmed|confirm (?:or|you)\b|white-?list|(?:approved|allowed|permitted|safe)[- ](?:senders?|list)|known contacts|(?:internal|external) (?:mail|senders?|messages|use)|\bmoderated\b|web ?form|call-?(?:out|back)|\bprob(?:es?|ing)\b|enumerat|verification (?:is )?(?:refused|denied|not (?:allowed|accepted|supported))|\bunauthenticat|\bsmtp auth\b|\b(?:start)?tls\b|encrypt|\bfilter|gr[ea]y-?list|\bcountry\b|\bthrottl|\blimit|\bport \d/

/** Nor beside these: the whole domain, the way behind the server, or what else of an account may be switched off. */
const elsewhere =
  /\bdomain\b.{0,40}(?:suspended|disabled|inactive|maintenance|not hosted|no route|not our|not accepted|expired)|not hosted|(?:mail for|this) (?:\S+ )?domain\b.{0,20}\bnot\b|\bbackend\b|mail transport|routing loop|different cluster|\bunknown (?:client|host)\b|\bbusy\b|\bdeferred\b|service not available|not (?:yet )?(?:been )?(?:activated|provisioned)|(?:verification|checks?|checking|forwarding|creation|books?|vrfy|expn|login|protocol|imap|pop3?) (?:\S+ ){0,3}disabled/

/** Nor beside these: one of two reasons, of which nobody is notified which it is, or what ails all mailboxes of the server. */
const eitherWay =
  /(?:unknown|exist|found|invalid|unavailable),? or (?:\S+ ){0,3}(?:polic(?:y|ies)|you|authori[sz]ed|allowed|permitted|access|restrict\S*|blocked)\b|\bmaintenance\b|\block(?:ed)?[- ]?out\b|mx records? point|(?<!\b(?:in|at|of|for) (?:the |this |our )?)\bdomain(?: \S+)? (?:no longer exists|does(?: not|n'?t) exist)/

/** What a server says that has asked another one, or could not: the other’s own words follow it. */
const secondHand =
  /undeliverable address: (?:host \S+ said: (?:4\d\d|5\d\d[- ](?!5\.1\.|.*\b(?:unknown|no such|not exist)))|(?!host ))/

/**
 * Beside these words a code alone does not prove that a mailbox is not there: the server could not look it up, and says so.
 */
const lookupFailed =
  /\b(?:database|directory|ldap|sql|look-?up|lookups)\b.{0,30}\b(?:unavailable|not available|unreachable|time-?out|timed out|failed|fails|down|offline)\b|\b(?:unable|not able|could not|couldn't|cannot|can't|failed) (?:to )?look[- ]?up\b/

/** Our own sender, named by a server that looked for it. Behind “from” it is only repeated beside the recipient. */
const namesOurSender = new RegExp(`(?<!\\bfrom[ =:]{0,3})${ourSender}`)

/** What no server says of a mailbox that is there, whatever code it gives with it. */
const plainlyAbsent =
  /no such (?:user|recipient|mailbox|account|address|person)|(?:user|recipient|mailbox|account|addressee) (?:is )?(?:unknown|not (?:found|known))|unknown (?:local )?(?:user|recipient|mailbox|addressee)|(?:user|recipient|mailbox|account|address)(?: \S+){0,3} (?:does not|doesn'?t|do not) exist|not in (?:the )?recipient (?:list|table)|invalid[- ]recipients?\b(?! (?:syntax|count|encoding|format))|destinataire invalide|marked as invalid|(?:utilisateur|destinataire|usuario|usuário|destinat[aá]rio|utente) (?:inconnue?|desconocido|desconhecido|inexistente|sconosciuto)|(?:benutzer|empf[aä]nger|postfach) (?:unbekannt|existiert nicht)/

/** Other ways to say it, trusted where no code of policy is beside them. */
const absent =
  /(?:user|mailbox|account|address|recipient)(?: \S+){0,3} (?:could not be found|can ?not be found|not found|is (?:invalid|not valid|no longer valid)|is not a valid|unallocated|not recogni[sz]ed)|is no longer valid|not a valid (?:e-?mail )?address|invalid (?:e-?mail )?address(?! (?:syntax|format))|(?:invalid|bad|nonexistent|non-existent|undeliverable|unrouteable|unroutable) (?:mailbox|recipient|user|account|address)(?! (?:syntax|format|count))|no (?:mailbox|user|account|one) (?:here|by that name|with that)|not our customer|user does(?: not|n'?t) have|doesn'?t have an? \S+ account/

/** Reasons that concern the mailbox. Only where nothing about us was found. In their order. */
export const aboutRecipient: readonly Rule[] = [
  // A server that asks the sender's own server about it (a call-out) repeats in its refusal what it was notified there.
  { outcome: 'sender_rejected', only: 'lasting', words: namesOurSender },
  { outcome: 'deferred', only: 'passing', words: namesOurSender },
  // A server that asks another one first and has had no answer yet, or that counts how much was requested.
  {
    outcome: 'deferred',
    words: /too many (?:\S+ ){0,3}(?:recipient|user|address|error|command|connection|message|attempt)/,
  },
  {
    outcome: 'deferred',
    words: /unverified address|address verification in progress|verification (?:failed|timed out)/,
  },
  { outcome: 'deferred', words: secondHand },

  // RFC 3463 3.4: X.3 is the system, whatever the words about storage.
  {
    outcome: 'full_inbox',
    enhanced: /^(?![45]\.3)/,
    words:
      /over ?quota|(?:user|mailbox|storage|recipient|disk|account) (?:\w+ ){0,2}quota|quota (?:is |has been )?(?:exceeded|full|violation)(?<!queue quota exceeded)|(?:mail)?box (?:for user |of \S+ )?(?:is |has been )?full|mailbox size limit|exceeded (?:its |their |the |his )?(?:storage|quota|mailbox)|out of (?:storage|space)|insufficient (?:mailbox )?(?:storage|space) (?:in|for) (?:the )?(?:mailbox|user|recipient)|bo[iî]te .{0,30}pleine/,
  },
  { outcome: 'full_inbox', enhanced: /^[45]\.2\.2$/ },

  { outcome: 'policy', only: 'passing', codes: /^45/, words: policyWords, unless: /temporar/ },
  // Nothing that passes says that somebody is not there.
  { outcome: 'deferred', only: 'passing' },

  // Microsoft 365 refuses unknown recipients with these words (Directory-Based Edge Blocking).
  {
    outcome: 'not_found',
    enhanced: /^5\.4\.1$/,
    words: /recipient address(?:es)? rejected ?: ?access denied(?! (?:due|because|by|from|for)\b)/,
  },
  { outcome: 'policy', words: doubt },
  { outcome: 'policy', words: distance },
  { outcome: 'policy', words: condition },
  { outcome: 'policy', words: elsewhere },
  { outcome: 'policy', words: eitherWay },
  // RFC 7504: a host that takes no mail for anybody; AOL said so to whoever it did not want.
  { outcome: 'policy', codes: /^521$/ },
  // RFC 5321 4.2.2: how the command is written.
  { outcome: 'policy', codes: /^501$/, words: /syntax|format|parameter/ },
  // RFC 4954 6 and RFC 5248: what is said of accounts there is said of whoever signs in.
  { outcome: 'policy', codes: /^53\d$/ },
  { outcome: 'policy', enhanced: /^5\.7\.(?:8|13)$/ },
  { outcome: 'not_found', words: plainlyAbsent },
  { outcome: 'policy', words: lookupFailed },
  {
    outcome: 'disabled',
    words:
      /(?:account|mailbox|user|recipient|address)\b.{0,40}\b(?:disabled|inactiv(?:e|ity)|suspended|deactivated|discontinued|no longer (?:active|in use|available))\b|(?:disabled|inactive|suspended|deactivated|discontinued) (?:account|mailbox|user|recipient|address)|(?:account|mailbox) (?:is |was |has been )?(?:closed|terminated)/,
  },
  { outcome: 'not_found', enhanced: /^(?!5\.[37])/, words: absent, unless: policyWords },
  { outcome: 'disabled', enhanced: /^5\.2\.1$/, unless: policyWords },
  { outcome: 'not_found', enhanced: /^5\.1\.(?:1|3|6|10)$/, unless: policyWords },
  // RFC 5321 4.2.3 words the reply 550 so. Where a code says more, the code counts.
  {
    outcome: 'not_found',
    codes: /^55[02]$/,
    enhanced: /^(?:5\.5\.0|5\.0\.0|)$/,
    words: /mailbox (?:unavailable|not found)/,
    unless: policyWords,
  },
]
