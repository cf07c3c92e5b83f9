import type { Rule } from './rule.ts'

/** Rules about the client, its name, its sender, or mail in general, in order. They prove nothing about the mailbox. */
export const aboutUs: readonly Rule[] = [
  // Precedes the rules below, which would read “rate limit” or “limit” as a block of the client.
  {
    outcome: 'accepted_rate',
    words: /receiving (?:e?mail|messages) (?:at a rate|too quickly)|recipient has exceeded (?:\w+ ){0,3}limit/,
  },
  { outcome: 'accepted_rate', enhanced: /^[45]\.2\.122$/ },

  {
    outcome: 'greylisted',
    only: 'passing',
    words: /gr[ea]y[- ]?list|postgrey|sqlgrey|\bgreyd\b|gr[ea]ypol/,
  },
  // Common words of a greylisting filter.
  {
    outcome: 'greylisted',
    only: 'passing',
    codes: /^45/,
    enhanced: /^4\.7\.1$/,
    words: /(?:try|come) (?:again|back)|retry (?:in|later)/,
    unless: /reputation|volume|rate|block/,
  },

  // RFC 7372: X.7.25 is a missing reverse name.
  { outcome: 'needs_rdns', enhanced: /^[45]\.7\.25$/ },
  {
    outcome: 'needs_rdns',
    words:
      /\bptr\b|\brdns\b|reverse[- ](?:dns|host ?name|name|lookup|mapping)|cannot find your (?:reverse )?host ?name/,
  },

  // Codes of Microsoft for banned and throttled senders, and of Google for unusual traffic.
  { outcome: 'blocked', enhanced: /^[45]\.7\.(?:28|5(?:0[8-9]|1\d)|60[6-9]|6[1-4]\d|65[01])$/ },
  {
    outcome: 'blocked',
    inLinks: true,
    words:
      /spamhaus|spamcop|barracudacentral|\bsorbs\b|uceprotect|\b(?:rbl|dnsbl|uribl|surbl)\b|cloudmark|senderscore|prs\.proofpoint|ipcheck\.proofpoint|dnsbl-?lookup|block[- ]?list|black[- ]?list/,
  },
  {
    outcome: 'blocked',
    words:
      /blocked (?:using|by .{0,30}list)|\bbanned (?:sending )?(?:ip|host|address|sender|client)|(?:\bip|host|client|you)\b.{0,40}\bbanned\b|\breputation\b|block(?:ed)? for spam|^\W*blocked\W*$|client (?:host|address).{0,80}(?:blocked|rejected|denied|banned)|your ip\b|\bip listed\b|ip address.{0,40}(?:block|bann|list|reject)|\(ip based\)|connections? (?:will )?not (?:be )?accepted from|connection (?:refused|rejected) (?:by|due)/,
  },
  // Codes in brackets by which large providers refuse a client.
  { outcome: 'blocked', words: /[[(](?:tss\d\d|bl\d\d|cs01|s31[45]0|s3140|sc-00\d|ia0\d|hm0\d|rp00\d)[\])]/ },

  {
    outcome: 'bad_helo',
    words:
      /\b(?:helo|ehlo)\b.{0,60}(?:reject|invalid|not |must|bad|fqdn|resolve|denied|mismatch|spoof|forge)|(?:reject|invalid|bad|forged|spoofed|unresolvable).{0,40}\b(?:helo|ehlo)\b/,
  },

  // Reasons about message content, which a probe does not send, or about sender authentication.
  {
    outcome: 'policy',
    words:
      /\bd(?:marc|kim)\b|\bspam\b|\bvirus|malware|phish|spoof|\bheaders?\b|\bcontent\b|attachment|unsolicited|message size|size limits?\b(?<!mailbox size limits?)/,
  },
  { outcome: 'sender_rejected', enhanced: /^[45]\.(?:1\.[78]|7\.2[37])$/ },
  {
    outcome: 'sender_rejected',
    words:
      /\bspf\b|sender (?:address |domain |id )?(?:is |was )?(?:rejected|invalid|denied|unknown|not (?:found|verified|allowed|authori[sz]ed)|verif|does not)|(?:invalid|unknown|unverified|bad) sender|emetteur|mail ?from (?:domain|address|command)|domain of (?:the )?sender|sender'?s? (?:domain|address)|envelope[- ]from|return[- ]path/,
  },

  {
    outcome: 'relay_denied',
    words:
      /\brelay(?:ing)? (?:access )?(?:is )?(?:denied|disallowed|prohibited|restricted|not (?:allowed|permitted|supported))|(?:unable|not (?:permitted|allowed)|refus\w{1,9}|won't|do(?:es)? not) (?:to )?relay|open relay|as a relay|not a relay|rcpthosts/,
  },
]
