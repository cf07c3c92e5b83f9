import { type ReplyFacts, type Rule, isMet, ourSender } from './rule.ts'
import { foreignAboutRecipient, foreignDoubt, foreignRefusals } from './languages.ts'
import { aboutUs } from './us.ts'

const policyWords = /polic(?:y|ies)|prohibit|restrict|access denied|not allowed|\bblocked?\b/

/** Reasons about the client, temporary conditions or the number of requests: the mailbox may exist. */
const doubt =
  /\bsender'?s?\b|\bbad (?:mail )?server\b|\bsending\b|\breturn(?:ing)?[- ](?:address|path)|\bfrom:? ?(?:address|domain|header)|\benvelope\b|\bmail ?from\b|\byour (?:e-?mail )?(?:ip|address|account|domain|server|host|network|system|isp|provider|mail ?server)\b|\bip\b|\btoo many\b|\bharvest|dictionary attack|temporar|(?:try|come) (?:again )?(?:back )?later|\bretry\b|(?:domain|host)(?: name)?(?: \S+)? not found|(?:internal|server|system|database|directory|ldap|lookup) (?:error|failure)/

/** Further such reasons: routing behind the server, lookups of the client domain, or an uncertain statement. */
const distance =
  /\bconnect to\b|connection (?:refused|reset|timed out)|unreachable|loops? back|name service error|\bdns\b|resource record|\blookup of\b|\bmay (?:not|contain)\b|\bpermission\b|\bauthenticat|\b(?:in|out)bounds? disabled|\byour mailbox\b|\byou are not (?:allowed|permitted)|\bnot (?:authori[sz]ed|permitted)\b|\bmail loop\b|(?:cannot|can't|could not|unable to) verify\b|\bat this time\b/

/** Further such reasons: requirements for the client, or a policy against probes or against mail with an empty sender. */
const condition =
  /\bbounces?\b|\bbounced\b|null sender|never sends|backscatter|\bbatv\b|\bchallenge|not confirmed|confirm (?:or|you)\b|white-?list|(?:approved|allowed|permitted|safe)[- ](?:senders?|list)|known contacts|(?:internal|external) (?:mail|senders?|messages|use)|\bmoderated\b|web ?form|call-?(?:out|back)|\bprob(?:es?|ing)\b|enumerat|verification (?:is )?(?:refused|denied|not (?:allowed|accepted|supported))|\bunauthenticat|\bsmtp auth\b|\b(?:start)?tls\b|encrypt|\bfilter|gr[ea]y-?list|\bcountry\b|\bthrottl|\blimit|\bport \d/

/** Further such reasons: the whole domain, routing behind the server, or another disabled feature of the account. */
const otherThanMailbox =
  /\bdomain\b.{0,40}(?:suspended|disabled|inactive|maintenance|not hosted|no route|not our|not accepted|expired)|not hosted|(?:mail for|this) (?:\S+ )?domain\b.{0,20}\bnot\b|\bbackend\b|mail transport|routing loop|different cluster|\bunknown (?:client|host)\b|\bbusy\b|\bdeferred\b|service not available|not (?:yet )?(?:been )?(?:activated|provisioned)|(?:verification|checks?|checking|forwarding|creation|books?|vrfy|expn|login|protocol|imap|pop3?) (?:\S+ ){0,3}disabled/

/** Further such reasons: two alternative reasons, or a condition of all mailboxes of the server. */
const eitherWay =
  /(?:unknown|exist|found|invalid|unavailable),? or (?:\S+ ){0,3}(?:polic(?:y|ies)|you|authori[sz]ed|allowed|permitted|access|restrict\S*|blocked)\b|\bor access\b|\bmaintenance\b|\block(?:ed)?[- ]?out\b|mx records? point|(?<!\b(?:in|at|of|for) (?:the |this |our )?)\bdomain(?: \S+)? (?:no longer exists|does(?: not|n'?t) exist)/

/** Replies of a server that has queried another server, or failed to; they quote the reply of that server. */
const callout =
  /undeliverable address: (?:host \S+ said: (?:4\d\d|5\d\d[- ](?!5\.1\.|.*\b(?:unknown|no such|not exist)))|(?!host ))/

/** The server could not look up the mailbox: then a code alone does not prove that the mailbox is missing. */
const lookupFailed =
  /\b(?:database|directory|ldap|sql|look-?up|lookups)\b.{0,30}\b(?:unavailable|not available|unreachable|time-?out|timed out|failed|fails|down|offline)\b|\b(?:unable|not able|could not|couldn't|cannot|can't|failed) (?:to )?look[- ]?up\b/

/** The MAIL FROM address, named by a server that verified it. After “from” it is only repeated next to the recipient. */
const namesOurSender = new RegExp(`(?<!\\bfrom[ =:]{0,3})${ourSender}`)

/** Texts that no server sends for an existing mailbox, whatever the code. */
const plainlyAbsent =
  /no such (?:local )?(?:user|recipient|mailbox|account|address|person)|(?:user|recipient|mailbox|account|addressee) (?:is )?(?:unknown|not (?:found|known))|unknown (?:local[- ])?(?:user|recipient|mailbox|addressee|part)\b|unknown or illegal (?:alias|user)|(?:user|recipient|mailbox|account|address)(?: \S+){0,3} (?:does not|doesn'?t|do not) exist|not in (?:the )?recipient (?:list|table)|invalid[- ]recipients?\b(?! (?:syntax|count|encoding|format))|destinataire invalide|marked as invalid|(?:utilisateur|destinataire|usuario|usuário|destinat[aá]rio|utente) (?:inconnue?|desconocido|desconhecido|inexistente|sconosciuto)|(?:benutzer|empf[aä]nger|postfach) (?:unbekannt|existiert nicht)/

/** Further texts, trusted only without policy words. */
const absent =
  /(?:user|mailbox|account|address|recipient)(?: \S+){0,3} (?:could not be found|can ?not be found|not found|is (?:invalid|not valid|no longer valid)|is not a valid|unallocated|not recogni[sz]ed)|is no longer valid|not a valid (?:e-?mail )?address|invalid (?:e-?mail )?address(?! (?:syntax|format))|(?:invalid|bad|nonexistent|non-existent|undeliverable|unrouteable|unroutable) (?:mailbox|recipient|user|account|address)(?! (?:syntax|format|count))|no (?:mailbox|user|account|one) (?:here|by that name|with that)|not our customer|bad destination mailbox|not in my validrcptto|user does(?: not|n'?t) have|doesn'?t have an? \S+ account/

/** Ends the clause that states the reason. What follows names a filter, a connection or a page, or gives advice. */
const clauseEnd = /[.;,()[\]{}|]|\s[-–—]\s/

/** In a later clause these withdraw the reason: an alternative, another cause, a block of the client, a count of requests. */
const withdrawn =
  /^\W*or\b|\bbecause\b|\bthrottl|\blook-?ups?\b|\btoo many\b|\bharvest|dictionary attack|\byour (?:\S+ ){1,3}(?:block|bann|list|reject|refus)/

/** Rules of `aboutUs` whose words mean the client wherever they stand; those about content also match names of filters. */
const certainlyAboutUs = aboutUs.filter(({ outcome }) => outcome !== 'policy' && outcome !== 'sender_rejected')
const elsewhere = [doubt, distance, condition, otherThanMailbox, eitherWay, lookupFailed, policyWords]

/**
 * True if enhanced code and first clause agree that the mailbox does not exist (RFC 3463 3.2: X.1.1, X.1.6; RFC 7505: X.1.10).
 * A word in a later clause, such as the name of a spam filter, does not change that.
 */
export function refusesMailbox(said: ReplyFacts): boolean {
  if (!said.isLasting || !/^5\.1\.(?:1|6|10)$/.test(said.enhancedCode) || said.whole.includes(ourSender)) return false
  const clauses = said.text.replace(/^\W*5\.1\.\d+[\s:)]*/, '').split(clauseEnd)
  const [reason = '', ...later] = clauses.filter((clause) => /[a-z]/.test(clause))
  return (
    (plainlyAbsent.test(reason) || /<…>+ (?:does not|doesn'?t) exist/.test(reason)) &&
    !elsewhere.some((words) => words.test(reason)) &&
    !aboutUs.some((rule) => isMet(rule, { ...said, whole: reason, text: reason })) &&
    !certainlyAboutUs.some((rule) => isMet(rule, said)) &&
    !later.some((clause) => withdrawn.test(clause) || foreignDoubt.test(clause))
  )
}

/** The only text of the reply of Cisco’s gateways to an unknown recipient; its code alone says nothing. */
const ciscoRefusal = /^(?:#?5\.1\.0[ :)]{1,2})?(?:<…>[ :]{1,2})?address rejected[ .:]{0,2}(?:<…>\.?)?$/

/** Exim quotes the server that it asked about the recipient. */
const quotedRefusal = /\bcall-?out verification failed\W+550\W5\.1\.1\b/

/** Rules about the mailbox, in order. They apply only if no rule of `aboutUs` matches. */
export const aboutRecipient: readonly Rule[] = [
  // A server that verifies the sender at its own server (call-out) repeats the reply of that server.
  { outcome: 'sender_rejected', only: 'lasting', words: namesOurSender },
  { outcome: 'deferred', only: 'passing', words: namesOurSender },
  { outcome: 'not_found', enhanced: /^5\.1\.0$/, words: ciscoRefusal },
  { outcome: 'not_found', only: 'lasting', words: quotedRefusal, unless: /\bsender\b/ },
  // A server that waits for the reply of another one, or that counts requests.
  {
    outcome: 'deferred',
    words: /too many (?:\S+ ){0,3}(?:recipient|user|address|error|command|connection|message|attempt)/,
  },
  {
    outcome: 'deferred',
    words: /unverified address|address verification in progress|verification (?:failed|timed out)/,
  },
  { outcome: 'deferred', words: callout },

  // RFC 3463 3.4: X.3 is the mail system, also if the text is about storage.
  {
    outcome: 'full_inbox',
    enhanced: /^(?![45]\.3)/,
    words:
      /over ?quota|(?:user|mailbox|storage|recipient|disk|account) (?:\w+ ){0,2}quota|quota (?:is |has been )?(?:exceeded|full|violation)(?<!queue quota exceeded)|(?:mail)?box (?:for user |of \S+ )?(?:is |has been )?full|mailbox size limit|exceeded (?:its |their |the |his )?(?:storage|quota|mailbox)|out of (?:storage|space)|exhausted .{0,20}storage|insufficient (?:mailbox )?(?:storage|space) (?:in|for) (?:the )?(?:mailbox|user|recipient)|bo[iî]te .{0,30}pleine/,
  },
  { outcome: 'full_inbox', enhanced: /^[45]\.2\.2$/ },
  ...foreignAboutRecipient,

  { outcome: 'policy', only: 'passing', codes: /^45/, words: policyWords, unless: /temporar/ },
  // A temporary reply never proves that a mailbox is missing.
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
  { outcome: 'policy', words: otherThanMailbox },
  { outcome: 'policy', words: eitherWay },
  { outcome: 'policy', words: foreignDoubt },
  // RFC 7504: a host that accepts no mail; AOL used it for refused clients.
  { outcome: 'policy', codes: /^521$/ },
  // RFC 5321 4.2.2: the syntax of the command.
  { outcome: 'policy', codes: /^501$/, words: /syntax|format|parameter/ },
  // RFC 4954 6 and RFC 5248: these codes concern the authentication of the client.
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
  ...foreignRefusals,
  { outcome: 'disabled', enhanced: /^5\.2\.1$/, unless: policyWords },
  { outcome: 'not_found', enhanced: /^5\.1\.(?:1|3|6|10)$/, unless: policyWords },
  // The text of reply 550 in RFC 5321 4.2.3. A more specific enhanced code takes precedence.
  {
    outcome: 'not_found',
    codes: /^55[02]$/,
    enhanced: /^(?:5\.5\.0|5\.0\.0|)$/,
    words: /mailbox (?:unavailable|not found)/,
    unless: policyWords,
  },
]
