import { readFileSync, statSync } from 'node:fs'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type Identity, createSelfSigned } from './self-signed.ts'

export interface IdentityFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** An identity that follows its files. */
export interface IdentitySource {
  readonly identity: Identity
  /** The identity if its files have changed since the last call; undefined if not, or if they are not usable. */
  renewed(): Identity | undefined
}

/** Throws an Error with the remedy if the files are not a certificate and its key. */
export function readIdentity({ certFile, keyFile }: IdentityFiles): Identity {
  const cert = read('SVC_INBOUND_TLS_CERT', certFile)
  const key = read('SVC_INBOUND_TLS_KEY', keyFile)
  let matches: boolean
  try {
    matches = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch (error) {
    throw new Error(
      `SVC_INBOUND_TLS_CERT and SVC_INBOUND_TLS_KEY must be files with a certificate and its private key in PEM.`,
      { cause: error },
    )
  }
  if (!matches)
    throw new Error('SVC_INBOUND_TLS_KEY is not the private key of the first certificate in SVC_INBOUND_TLS_CERT.')
  return { key, cert }
}

/** Without files a new self-signed certificate, which senders of mail accept unless DANE or MTA-STS forbid it (RFC 7435). */
export function openIdentity(name: string, files: IdentityFiles | undefined): IdentitySource {
  if (files === undefined) return { identity: createSelfSigned(name), renewed: () => undefined }
  let version = versionOf(files)
  return {
    identity: readIdentity(files),
    renewed() {
      const current = versionOf(files)
      if (current === version) return undefined
      try {
        const identity = readIdentity(files)
        version = current
        return identity
      } catch {
        // Tools that renew certificates write one file after the other.
        return undefined
      }
    },
  }
}

function versionOf({ certFile, keyFile }: IdentityFiles): string {
  return [certFile, keyFile].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join()
}

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${setting} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
