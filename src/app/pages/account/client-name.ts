/** Browser and system by their names in User-Agent (MDN, “Browser detection using the user agent”), for people to recognize. */
export function clientName(userAgent: string | null): string | null {
  const text = userAgent ?? ''
  const browser = [
    ['Edge', /\bEdg(?:e|A|iOS)?\//],
    ['Opera', /\bOPR\//],
    ['Samsung Internet', /\bSamsungBrowser\//],
    ['Firefox', /\b(?:Firefox|FxiOS)\//],
    ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
    ['Safari', /\bSafari\//],
  ] as const
  const system = [
    ['Android', /\bAndroid\b/],
    ['iOS', /\b(?:iPhone|iPad)\b/],
    ['Windows', /\bWindows\b/],
    ['macOS', /\bMac OS X\b/],
    ['Linux', /\bLinux\b/],
  ] as const
  const found = [browser, system].map((list) => list.find(([, pattern]) => pattern.test(text))?.[0])
  return found[0] === undefined ? null : found.filter((name) => name !== undefined).join(' on ')
}
