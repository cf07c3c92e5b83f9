/** Completes `example.com/sale` and `me@example.com`, as people type them, to URLs. */
export function completeUrl(typed: string): string {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:][^\s@/:.]*\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(text) ? `https://${text}` : text
}
