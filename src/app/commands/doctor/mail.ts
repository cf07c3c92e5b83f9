import { networkInterfaces } from 'node:os'
import type { Config } from '../../../platform/config/index.ts'
import { type Net, readProxy } from '../../../platform/net/index.ts'
import { auditIdentity } from '../../../surfaces/verification/probing/index.ts'
import { type Finding, ok, warn } from './finding.ts'

type MailConfig = Pick<Config, 'verifyHelo' | 'verifyMailFrom' | 'verifyProxies' | 'verifySmtpPort'>
type MailNet = Pick<Net, 'dns' | 'connect' | 'policy'>

/** Domains whose mail servers always run; one connection to each is made and closed, and nothing is said. */
const everRunning = ['gmail.com', 'outlook.com', 'icloud.com'] as const
const patienceMs = 4000

/** Whether mail servers can be asked from here about addresses: under which name, and through which port. */
export async function checkMail(config: MailConfig, net: MailNet): Promise<Finding[]> {
  const [identity, port] = await Promise.all([checkIdentity(config, net), checkMailPort(config, net)])
  return [...identity, port]
}

async function checkIdentity(config: MailConfig, { dns, policy }: MailNet): Promise<Finding[]> {
  const { verifyHelo: helo, verifyMailFrom: mailFrom, verifyProxies } = config
  const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const own = interfaces.map(({ address }) => address).filter((address) => policy.judge(address) === 'public')
  const ownAddresses = verifyProxies.length === 0 ? own : []
  const found = await auditIdentity({ helo, mailFrom, dns, ownAddresses })
  return found.map(({ isGood, message }) => (isGood ? ok : warn)('mail name', message.replace(/\.$/, '')))
}

async function checkMailPort({ verifyProxies, verifySmtpPort: port }: MailConfig, net: MailNet): Promise<Finding> {
  const line = 'mail port'
  const found = await Promise.all(everRunning.map((domain) => addressOfMail(domain, net)))
  const hosts = found.filter((address) => address !== undefined)
  if (hosts.length === 0)
    return warn(
      line,
      `whether port ${port} is open cannot be told, for DNS finds no mail server; verification needs it`,
    )
  const ways = verifyProxies.length === 0 ? [undefined] : verifyProxies.map(readProxy)
  const results = await Promise.all(
    ways.flatMap((via) =>
      hosts.map((address) => net.connect({ address, port, timeoutMs: patienceMs, ...(via && { via }) })),
    ),
  )
  const open = results.filter((each) => 'stream' in each)
  for (const { stream } of open) stream.close()
  if (open.length > 0) return ok(line, `${open.length} of ${results.length} mail servers answer on port ${port}`)
  const remedy = 'verification will say unknown; SVC_VERIFY_PROXIES takes another way out'
  return warn(line, `nobody answers on port ${port}: the network here lets no mail out, and ${remedy}`)
}

async function addressOfMail(domain: string, { dns }: Pick<MailNet, 'dns'>): Promise<string | undefined> {
  const { records } = await dns.query(domain, 'MX')
  const [best] = records.toSorted((one, other) => one.preference - other.preference)
  return best === undefined ? undefined : (await dns.query(best.exchange, 'A')).records[0]
}
