import type { Config } from '../../../platform/config/index.ts'
import { isSandboxOff, readVersion } from '../../../platform/chromium/index.ts'
import { type Finding, bad, ok, warn } from './finding.ts'

const timeoutMs = 10_000

/** Whether the browser that exports may request is there. */
export async function checkChromium({ chromiumPath }: Pick<Config, 'chromiumPath'>): Promise<Finding> {
  const name = 'Chromium'
  if (chromiumPath === undefined) return ok(name, 'not configured; PDF and PNG are rendered without it')
  const version = await readVersion(chromiumPath, timeoutMs)
  if (version === undefined) return bad(name, `${chromiumPath} does not run`)
  return isSandboxOff()
    ? warn(name, `${version}; runs without its sandbox because svc runs as root: run svc as another user`)
    : ok(name, version)
}
