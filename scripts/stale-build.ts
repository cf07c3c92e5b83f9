import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './compile.ts'

const ingredients = ['src', 'sdk', 'docs', 'migrations', 'vendor', 'scripts', 'package.json', 'bun.lock']

/** True if dist/svc is missing or older than something it is made of. */
export function isBuildStale(): boolean {
  const built = join(root, 'dist/svc')
  return (
    !existsSync(built) || Math.max(...ingredients.map((name) => newest(join(root, name)))) > statSync(built).mtimeMs
  )
}

function newest(path: string): number {
  const about = statSync(path)
  if (!about.isDirectory()) return about.mtimeMs
  return Math.max(about.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
