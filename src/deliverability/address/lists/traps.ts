const names = new Set(
  'spam spamtrap spam-trap honeypot honey-pot trap abuse blackhole devnull phish phishing uce nospam no-spam spamcop spamhaus'.split(
    ' ',
  ),
)

/** True if a local part is typical of spam traps, or receives spam complaints. */
export function isTrapName(local: string): boolean {
  return names.has(local.toLowerCase().split('+')[0] ?? '')
}
