/**
 * Signs the URLs of transformed images of a project in HTML. Only needed by services that refuse transformations in unsigned
 * URLs.
 */
export type SignImageUrls = (html: string, projectId: string) => Promise<string>

/** The email with its HTML and AMP signed; unchanged without a signer. */
export async function withSignedImages<Email extends { html?: string; amp?: string }>(
  email: Email,
  projectId: string,
  sign: SignImageUrls | undefined,
): Promise<Email> {
  if (sign === undefined) return email
  const signed = { ...email }
  if (email.html !== undefined) signed.html = await sign(email.html, projectId)
  if (email.amp !== undefined) signed.amp = await sign(email.amp, projectId)
  return signed
}
