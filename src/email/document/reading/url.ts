// Browsers drop white space and control characters in front of a scheme and line breaks inside it (WHATWG URL 4.4), so
// none may stand anywhere but inside merge tags.
const allowed = /^(?:https?:\/\/|mailto:|tel:|sms:|#|\/cdn\/|\{\{)/i

/** Whether a document may hold this address: an allowed scheme, an anchor, a path of the CDN, or a merge tag in front. */
export function isAddress(text: string): boolean {
  return allowed.test(text) && !hasControls(text)
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || code === 127) return true
  }
  return false
}
