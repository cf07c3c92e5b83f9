/** Signs or encrypts a mail as S/MIME by openssl, with a certificate that it issues itself. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `streamed` has indefinite lengths, `authenticated` is encrypted by AES-GCM (RFC 5083). */
export async function signWithOpenssl(
  mail: Uint8Array,
  form: 'opaque' | 'streamed' | 'detached' | 'encrypted' | 'authenticated',
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'smime-'))
  const run = async (...words: string[]) => {
    const child = Bun.spawn(['openssl', ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text())
  }
  try {
    writeFileSync(join(folder, 'mail'), mail)
    await run(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key',
      '-out',
      'cert',
      '-subj',
      '/CN=r',
      '-days',
      '2',
    )
    const signing = ['-sign', '-signer', 'cert', '-inkey', 'key']
    const options: Record<typeof form, [words: string[], recipients: string[]]> = {
      opaque: [[...signing, '-nodetach'], []],
      streamed: [[...signing, '-nodetach', '-stream'], []],
      detached: [signing, []],
      encrypted: [['-encrypt', '-aes-256-cbc'], ['cert']],
      authenticated: [['-encrypt', '-aes-256-gcm'], ['cert']],
    }
    const [words, recipients] = options[form]
    await run('cms', ...words, '-in', 'mail', '-out', 'signed', ...recipients)
    return new Uint8Array(readFileSync(join(folder, 'signed')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
