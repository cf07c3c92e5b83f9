import { networkInterfaces } from 'node:os'
import type { Config } from '../../../platform/config/index.ts'
import { type Net, readProxy } from '../../../platform/net/index.ts'
import { type AuditDeps, auditIdentity, findWellKnownHosts } from '../../../surfaces/verification/probing/index.ts'
import { type Finding, ok, warn } from './finding.ts'

type MailConfig = Pick<Config, 'verifyHelo' | 'verifyMailFrom' | 'verifyProxies' | 'verifySmtpPort'>
type MailNet = Pick<Net, 'dns' | 'connect' | 'policy'>

const connectMs = 4000
const bannerMs = 4000

/** Checks that mail servers are reachable and likely to accept probes. Never fails, because only verification needs it. */
export async function checkMail(
  config: MailConfig,
  net: MailNet,
  listings?: AuditDeps['listings'],
): Promise<Finding[]> {
  const { verifyHelo: helo, verifyMailFrom: mailFrom } = config
  const ownAddresses = config.verifyProxies.length > 0 ? [] : publicAddresses(net)
  const [modes, identity] = await Promise.all([
    checkModes(net, config),
    auditIdentity({ helo, mailFrom, dns: net.dns, ownAddresses, ...(listings && { listings }) }),
  ])
  return [
    ...modes,
    ...identity.map(({ isGood, message }) => (isGood ? ok : warn)('mail identity', message.replace(/\.$/, ''))),
  ]
}

async function checkModes(net: MailNet, { verifyProxies, verifySmtpPort }: MailConfig): Promise<Finding[]> {
  const name = 'mail servers'
  const addresses = (await findWellKnownHosts(net.dns)).map(({ address }) => address)
  if (addresses.length === 0)
    return [
      warn(
        name,
        'no well-known mail host resolves from here, so every verification result will be unknown',
        'Check SVC_DNS_SERVERS and the network',
      ),
    ]
  const modes = verifyProxies.length > 0 ? verifyProxies.map(readProxy) : [undefined]
  return Promise.all(
    modes.map(async (via) => {
      const from = via === undefined ? 'from here' : `through ${via.host}:${via.port}`
      const answers = await Promise.all(addresses.map((address) => greet(net, { address, port: verifySmtpPort, via })))
      if (answers.includes('greeted')) return ok(name, `respond ${from} on port ${verifySmtpPort}`)
      const [first] = answers
      const reason =
        first === 'timeout'
          ? `no response ${from} on port ${verifySmtpPort}: many cloud and access providers block it`
          : `${from}: ${first}`
      return warn(
        name,
        `${reason}. Verification results are unknown and not charged`,
        `Ask the provider to open port ${verifySmtpPort}, or set SVC_VERIFY_PROXIES`,
      )
    }),
  )
}

async function greet(
  net: MailNet,
  { via, ...target }: { address: string; port: number; via: ReturnType<typeof readProxy> | undefined },
): Promise<string> {
  const request = { ...target, timeoutMs: connectMs }
  const connected = await net.connect(via === undefined ? request : { ...request, via })
  if ('failure' in connected) return connected.failure === 'timeout' ? 'timeout' : connected.detail
  const greeting = await connected.stream.read(bannerMs)
  connected.stream.write(new TextEncoder().encode('QUIT\r\n'))
  connected.stream.close()
  if (typeof greeting === 'string') return greeting === 'timeout' ? 'timeout' : 'the connection is closed before a word'
  const text = new TextDecoder().decode(greeting)
  return text.startsWith('220') ? 'greeted' : `the response is ${JSON.stringify(text.slice(0, 80).trim())}`
}

/** Public IP addresses of this machine; none behind NAT. */
function publicAddresses({ policy }: MailNet): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return all.map(({ address }) => address).filter((address) => policy.evaluate(address) === 'public')
}
