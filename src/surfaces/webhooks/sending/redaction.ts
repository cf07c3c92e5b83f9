const mask = '********'
/** Shorter texts occur in any response by chance. */
const minLength = 4
/** Of the words of a value, such as the credentials of `Basic …`. */
const minWordLength = 8

/**
 * Replaces the values of own headers in a response that repeats them, as they are, in JSON, word by word, and where the end
 * of the text cuts one off.
 */
export function redact(text: string, values: readonly string[]): string {
  const secrets = [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const replaced = secrets.reduce((current, secret) => current.replaceAll(secret, mask), text)
  const rest = Math.max(0, ...secrets.map((secret) => overlap(replaced, secret)))
  return rest === 0 ? replaced : replaced.slice(0, -rest) + mask
}

function formsOf(value: string): string[] {
  const words = value.split(/[\t ]+/).filter((word) => word.length >= minWordLength)
  return [value, ...words].filter((each) => each.length >= minLength).flatMap((each) => [each, inJson(each)])
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Length of the longest end of the text that begins the secret; 0 if it is too short to matter. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length >= minLength; length--) {
    if (text.endsWith(secret.slice(0, length))) return length
  }
  return 0
}
