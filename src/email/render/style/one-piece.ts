/**
 * A text that neither begins nor ends with white space, in one piece: for what is written once and used again and again. The
 * engine keeps joined text in the pieces that it was made of until someone reads it, and walks through them at every use.
 */
export function inOnePiece(text: string): string {
  // Reads without changing anything. What is read in vain, such as one character, the engine leaves out.
  return text.trim()
}
