/** Signs a mail as S/MIME by openssl, with a certificate that it issues itself. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `streamed` has indefinite lengths. */
export async function signWithOpenssl(
  mail: Uint8Array,
  form: 'opaque' | 'streamed' | 'detached',
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
    const options = { opaque: ['-nodetach', '-nostream'], streamed: ['-nodetach', '-stream'], detached: ['-text'] }[
      form
    ]
    const files = ['-in', 'mail', '-out', 'signed', '-signer', 'cert', '-inkey', 'key']
    await run('cms', '-sign', ...files, ...options.filter((word) => word !== '-nostream' && word !== '-text'))
    return new Uint8Array(readFileSync(join(folder, 'signed')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
