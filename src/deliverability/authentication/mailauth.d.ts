/** The part of mailauth that verifies signatures; the package has types only for its whole API. */
declare module 'mailauth/lib/dkim/dkim-verifier.js' {
  interface SignatureResult {
    readonly signingDomain?: string
    readonly selector?: string
    readonly status: { readonly result: string; readonly comment?: string | false }
  }

  /** A Writable that gets the message. */
  export class DkimVerifier {
    constructor(options: {
      resolver: (name: string, type: string) => Promise<string[][]>
      minBitLength: number
      rejectRsaSha1: boolean
    })
    write(chunk: Uint8Array): boolean
    end(): void
    on(event: 'finish' | 'error', listener: (error?: unknown) => void): this
    once(event: 'drain', listener: () => void): this
    /** Email addresses of the From fields. */
    readonly headerFrom: readonly string[] | false
    readonly results: readonly SignatureResult[]
  }
}
