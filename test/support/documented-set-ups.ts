/** The settings of the set-ups that the documentation gives, read from its text as it is written. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8').replaceAll('\\\n', ' ')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

export type Environment = Record<string, string>

/** `NAME=value` pairs of the lines that match. */
function settingsIn(text: string, line: RegExp): Environment {
  const lines = text.split('\n').filter((each) => line.test(each))
  const pairs = lines.flatMap((each) =>
    [...each.matchAll(/\b(SVC_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
  if (pairs.length === 0) throw new Error(`The documentation has no settings in a line like ${line}`)
  return Object.fromEntries(pairs) as Environment
}

function wordAfter(text: string, place: RegExp): string {
  const [, word] = place.exec(text) ?? []
  if (word === undefined) throw new Error(`The documentation has no ${place}`)
  return word
}

export const image = settingsIn(dockerfile, /^ENV /)
/** `docker run` of docs/operations.md. */
export const container: Environment = { ...image, ...settingsIn(operations, /docker run .*SVC_BASE_URL/) }
/** The systemd unit, and the words of its command. */
export const unit = settingsIn(operations, /^Environment=/)
export const unitCommand = wordAfter(operations, /^ExecStart=\/usr\/local\/bin\/svc (.+)$/m).split(' ')
/** The command for a shell. */
export const shell = settingsIn(operations, /svc serve$/)
/** The server block of nginx. */
export const nginxServer = wordAfter(operations, /```nginx\n([^]*?)```/)
