import type { Rule } from './rule.ts'

const policyWords = /polic(?:y|ies)|prohibit|restrict|access denied|not allowed|\bblocked?\b/

/** Beside these words nothing proves that a mailbox is not there: they are about us, the hour, or the number of questions. */
const doubt =
  /\bsender'?s?\b|\bsending\b|\breturn(?:ing)?[- ](?:address|path)|\bfrom:? ?(?:address|domain|header)|\benvelope\b|\bmail ?from\b|\byour (?:e-?mail )?(?:ip|address|account|domain|server|host|network|system|isp|provider|mail ?server)\b|\bip\b|\btoo many\b|\bharvest|dictionary attack|temporar|(?:try|come) (?:again )?(?:back )?later|\bretry\b|(?:domain|host)(?: name)?(?: \S+)? not found|(?:internal|server|system|database|directory|ldap|lookup) (?:error|failure)/

/** Nor beside these: the way behind the server, what it knows of our domain, or a mere perhaps. */
const distance =
  /\bconnect to\b|connection (?:refused|reset|timed out)|unreachable|loops? back|name service error|\bdns\b|resource record|\blookup of\b|\bmay (?:not|contain)\b|\bpermission\b|\bauthenticat|\b(?:in|out)bounds? disabled|\byour mailbox\b|\byou are not (?:allowed|permitted)/

/** What no server says of a mailbox that is there, whatever code it gives with it. */
const plainlyAbsent =
  /no such (?:user|recipient|mailbox|account|address|person)|(?:user|recipient|mailbox|account|addressee) (?:is )?(?:unknown|not (?:found|known))|unknown (?:local )?(?:user|recipient|mailbox|addressee)|(?:user|recipient|mailbox|account|address)(?: \S+){0,3} (?:does not|doesn'?t|do not) exist|not in (?:the )?recipient (?:list|table)|invalid[- ]recipient|destinataire invalide|marked as invalid|(?:utilisateur|destinataire|usuario|usuário|destinat[aá]rio|utente) (?:inconnue?|desconocido|desconhecido|inexistente|sconosciuto)|(?:benutzer|empf[aä]nger|postfach) (?:unbekannt|existiert nicht)/

/** Other ways to say it, trusted where no code of policy stands beside them. */
const absent =
  /(?:user|mailbox|account|address|recipient)(?: \S+){0,3} (?:could not be found|can ?not be found|not found|is (?:invalid|not valid|no longer valid)|is not a valid|unallocated|not recogni[sz]ed)|is no longer valid|not a valid (?:e-?mail )?address|invalid (?:e-?mail )?address|(?:invalid|bad|nonexistent|non-existent|undeliverable|unrouteable|unroutable) (?:mailbox|recipient|user|account|address)(?! syntax)|no (?:mailbox|user|account|one) (?:here|by that name|with that)|not our customer|user does(?: not|n'?t) have|doesn'?t have an? \S+ account/

/** Reasons that concern the mailbox. Only where nothing about us was found. In their order. */
export const aboutRecipient: readonly Rule[] = [
  // A server that asks another one first and has had no answer yet, or that counts how much was asked.
  {
    outcome: 'deferred',
    words: /too many (?:\S+ ){0,3}(?:recipient|user|address|error|command|connection|message|attempt)/,
  },
  {
    outcome: 'deferred',
    words: /unverified address|address verification in progress|verification (?:failed|timed out)/,
  },

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
  { outcome: 'not_found', enhanced: /^5\.4\.1$/, words: /recipient address(?:es)? rejected ?: ?access denied/ },
  { outcome: 'policy', words: doubt },
  { outcome: 'policy', words: distance },
  // RFC 4954 6 and RFC 5248: what is said of accounts there is said of whoever signs in.
  { outcome: 'policy', codes: /^53\d$/ },
  { outcome: 'policy', enhanced: /^5\.7\.(?:8|13)$/ },
  { outcome: 'not_found', words: plainlyAbsent },
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
