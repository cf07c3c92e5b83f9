/** The origin of a URL as browsers send it; undefined if the text is no http or https URL. */
export function originOf(text: string): string | undefined {
  const url = URL.parse(text.trim())
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined
}
