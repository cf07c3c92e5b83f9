/**
 * An upper estimate of the tokens of a text. Byte-level BPE tokenizers such as o200k_base never need more tokens than bytes;
 * they split at the ends of words and after three digits. Letters of a word count by length, and everything that is not a
 * plain word by character, so identifiers, hashes and foreign scripts are overestimated.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const { 0: piece } of text.matchAll(pieces)) tokens += tokensOf(piece)
  return tokens
}

// One alternative matches any character, so the pieces cover the text.
const pieces = /[a-z]+|[A-Z]+|[0-9]{1,3}| +|[^\x00-\x7f]+|[^]/g

function tokensOf(piece: string): number {
  const first = piece.charCodeAt(0)
  if (first > 0x7f) return encoder.encode(piece).length
  if (first >= 0x61 && first <= 0x7a) return Math.max(1, piece.length / 2.4)
  if (first >= 0x41 && first <= 0x5a) return Math.max(1, piece.length / 1.6)
  // A space is usually part of the word after it.
  if (first === 0x20) return piece.length / 4
  if (first >= 0x30 && first <= 0x39) return 1
  return first === 0x22 ? 0.5 : 0.75
}

const encoder = new TextEncoder()
