/** Base64 (RFC 4648) of bytes. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  // Arguments of a call are limited.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
