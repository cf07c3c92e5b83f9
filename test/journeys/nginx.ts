/** The real nginx with the server block of docs/operations.md, on loopback. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority } from '../support/certificates.ts'
import { cleanUp } from '../support/clean-up.ts'
import { nginxServer } from '../support/documented-set-ups.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

export const nginxPath = ['/usr/sbin/nginx', Bun.which('nginx') ?? ''].find((path) => existsSync(path))

/**
 * Starts nginx before a service on the port; answers its address. Of the documented block only ports and the files of the
 * certificate are others.
 */
export async function startNginx(servicePort: number): Promise<string> {
  if (nginxPath === undefined) throw new Error('nginx is not installed')
  const folder = temporaryDirectory()
  const port = freePort()
  const { key, cert } = await (await createAuthority()).issue(['mail.example.com'])
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'cert.pem'), cert)
  mkdirSync(join(folder, 'temp'))
  const block = [
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/mail.example.com.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/mail.example.com.key', join(folder, 'key.pem')],
    ['http://127.0.0.1:3009', `http://127.0.0.1:${servicePort}`],
  ].reduce((text, [written = '', own = '']) => {
    if (!text.includes(written)) throw new Error(`The server block of docs/operations.md has no ${written}`)
    return text.replace(written, own)
  }, nginxServer)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = kinds.map((kind) => `${kind}_temp_path ${join(folder, 'temp', kind)};`).join('\n')
  const file = join(folder, 'nginx.conf')
  const head = `daemon off;\nmaster_process off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\n`
  writeFileSync(file, `${head}http {\naccess_log off;\n${paths}\n${block}\n}\n`)
  const child = Bun.spawn([nginxPath, '-p', folder, '-c', file, '-e', 'stderr'], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  cleanUp(() => child.kill())
  const url = `https://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${await new Response(child.stderr).text()}`)
    return fetch(url, { tls: { rejectUnauthorized: false } }).then(
      () => true,
      () => false,
    )
  }, 'nginx')
  return url
}
