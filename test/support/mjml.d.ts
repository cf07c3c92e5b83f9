/** The peer renderer; the package ships no types. */
declare module 'mjml' {
  export default function mjml2html(
    source: string,
    options?: { validationLevel?: 'strict' | 'soft' | 'skip' },
  ): Promise<{ html: string; errors: { formattedMessage: string }[] }>
}
