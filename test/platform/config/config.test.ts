import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ConfigSources,
  ConfigError,
  describeConfig,
  flagOf,
  readConfig,
  traceConfig,
  settingsHelp,
  settingsTable,
} from '../../../src/platform/config/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function read(sources: ConfigSources) {
  return readConfig({ environment: {}, ...sources })
}

function problemsOf(sources: ConfigSources): string {
  try {
    readConfig({ environment: {}, ...sources })
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join('\n')
    throw error
  }
}

describe('defaults', () => {
  test('nothing given is a local service on SQLite', () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      port: 3009,
      dataDir: join(process.cwd(), 'data'),
      databaseUrl: undefined,
      baseUrl: 'http://localhost:3009',
      cdnUrl: 'http://localhost:3009',
      plan: 'enterprise',
      sessionTtlSeconds: 3600,
      pluginRateLimit: { requests: 100, seconds: 900 },
      apiRateLimit: { requests: 600, seconds: 60 },
      runJobs: true,
      isPublic: false,
      logLevel: 'info',
      dnsServers: [],
    })
  })
  test('the public URLs default to the port, and to one another', () => {
    expect(read({ environment: { SVC_PORT: '80' } }).appUrl).toBe('http://localhost:80')
    const config = read({
      environment: { SVC_BASE_URL: 'https://mail.example.com/', SVC_CDN_URL: 'https://cdn.example.com' },
    })
    expect([config.baseUrl, config.appUrl, config.cdnUrl]).toEqual([
      'https://mail.example.com',
      'https://mail.example.com',
      'https://cdn.example.com',
    ])
  })
  test('the configuration cannot be changed', () => {
    expect(Object.isFrozen(read({}))).toBe(true)
  })
})

describe('sources', () => {
  const toml = fileWith(
    'svc.toml',
    'SVC_PORT = 4001\nSVC_DNS_SERVERS = ["9.9.9.9", "[2620:fe::fe]:53"]\nSVC_RUN_JOBS = false\n',
  )

  test('a flag wins over the environment, that over a secret file, that over the config file', () => {
    const secretFile = fileWith('port', '4002\n')
    const env = { SVC_PORT_FILE: secretFile }
    expect(read({ file: toml }).port).toBe(4001)
    expect(read({ file: toml, environment: env }).port).toBe(4002)
    expect(read({ file: toml, environment: { ...env, SVC_PORT: '4003' } }).port).toBe(4003)
    expect(read({ file: toml, environment: { SVC_PORT: '4003' }, flags: new Map([['SVC_PORT', '4004']]) }).port).toBe(
      4004,
    )
  })
  test('TOML holds numbers, words and lists', () => {
    expect(read({ file: toml })).toMatchObject({
      runJobs: false,
      dnsServers: [
        { host: '9.9.9.9', port: 53 },
        { host: '2620:fe::fe', port: 53 },
      ],
    })
  })
  test('JSON and NAME=value lines say the same', () => {
    expect(read({ file: fileWith('svc.json', '{"SVC_PORT": 4005, "SVC_PUBLIC": true}') })).toMatchObject({
      port: 4005,
      isPublic: true,
    })
    const lines = '# comment\n\nexport SVC_PORT=4006\nSVC_PLAN="pro"\n'
    expect(read({ file: fileWith('svc.conf', lines) })).toMatchObject({ port: 4006, plan: 'pro' })
  })
  test('an empty variable is not given', () => {
    expect(read({ environment: { SVC_PORT: '', SVC_SECRET: '' } })).toMatchObject({ port: 3009, secret: undefined })
  })
  test('the file of a secret may end in a newline', () => {
    const secret = 'x'.repeat(40)
    expect(read({ environment: { SVC_SECRET_FILE: fileWith('secret', `${secret}\n`) } }).secret).toBe(secret)
  })
  test('variables of clients are ignored', () => {
    const ofClients = {
      SVC_URL: 'http://localhost',
      SVC_API_KEY: 'svc_x',
      SVC_PLUGIN_ID: 'svc_pk_x',
      SVC_SECRET_KEY: 'svc_sk_x',
    }
    expect(problemsOf({ environment: ofClients })).toBe('')
  })
})

describe('refusals', () => {
  const cases: { name: string; sources: ConfigSources; says: string }[] = [
    {
      name: 'an unknown variable',
      sources: { environment: { SVC_PROT: '1' } },
      says: 'Unknown environment variable SVC_PROT. Did you mean SVC_PORT?',
    },
    {
      name: 'a variable that Kubernetes adds',
      sources: { environment: { SVC_SERVICE_HOST: '10.0.0.1' } },
      says: 'enableServiceLinks: false',
    },
    {
      name: 'a port that Kubernetes adds',
      sources: { environment: { SVC_PORT: 'tcp://10.0.0.1:80' } },
      says: 'enableServiceLinks: false',
    },
    {
      name: 'an unknown name in the file',
      sources: { file: fileWith('a.toml', 'data_dir = "x"') },
      says: 'Unknown name data_dir in',
    },
    {
      name: 'its nearest name',
      sources: { file: fileWith('b.toml', 'data_dir = "x"') },
      says: 'Did you mean SVC_DATA_DIR?',
    },
    {
      name: 'a table in the file',
      sources: { file: fileWith('c.toml', '[SVC_PORT]\na = 1') },
      says: 'SVC_PORT must be text, a number',
    },
    { name: 'a file that is not TOML', sources: { file: fileWith('d.toml', 'SVC_PORT == 1') }, says: 'Cannot read' },
    {
      name: 'a line without a name',
      sources: { file: fileWith('e.conf', 'SVC_PORT=1\nwhat') },
      says: 'line 2: expected NAME=value',
    },
    { name: 'a file that is not there', sources: { file: join(folder, 'none.toml') }, says: 'There is no file' },
    {
      name: 'a secret file that is not there',
      sources: { environment: { SVC_SECRET_FILE: join(folder, 'none') } },
      says: 'SVC_SECRET_FILE cannot be read',
    },
    {
      name: 'port 0',
      sources: { environment: { SVC_PORT: '0' } },
      says: 'SVC_PORT (“0”) from environment must be a whole number from 1 to 65535',
    },
    { name: 'port 65536', sources: { environment: { SVC_PORT: '65536' } }, says: 'from 1 to 65535' },
    { name: 'a port with words', sources: { environment: { SVC_PORT: '80a' } }, says: 'from 1 to 65535' },
    {
      name: 'an unknown plan',
      sources: { environment: { SVC_PLAN: 'gold' } },
      says: 'must be one of free, pro, business, enterprise',
    },
    {
      name: 'a rate without window',
      sources: { environment: { SVC_API_RATE_LIMIT: '600' } },
      says: 'must be requests/seconds',
    },
    {
      name: 'a rate of nothing',
      sources: { environment: { SVC_API_RATE_LIMIT: '0/60' } },
      says: 'must be requests/seconds',
    },
    {
      name: 'an address without scheme',
      sources: { environment: { SVC_BASE_URL: 'example.com' } },
      says: 'starts with http:// or https://',
    },
    {
      name: 'an address with a query',
      sources: { environment: { SVC_BASE_URL: 'https://a.example/?b' } },
      says: 'without user name, query or fragment',
    },
    {
      name: 'another database',
      sources: { environment: { SVC_DATABASE_URL: 'mysql://a' } },
      says: 'starts with postgres:// or postgresql://',
    },
    {
      name: 'a network with too many bits',
      sources: { environment: { SVC_NET_ALLOW: '10.0.0.0/8,10.0.0.0/33' } },
      says: 'has “10.0.0.0/33”, which must be a network',
    },
    {
      name: 'a DNS server with a bad port',
      sources: { environment: { SVC_DNS_SERVERS: '9.9.9.9:99999' } },
      says: 'must be a DNS server',
    },
    {
      name: 'a mistyped address as host',
      sources: { environment: { SVC_HOST: '127.0.0.256' } },
      says: 'must be a host name or an IP address',
    },
    { name: 'a short secret', sources: { environment: { SVC_SECRET: 'short' } }, says: 'at least 32 characters' },
    {
      name: 'a key in capitals',
      sources: { environment: { SVC_BOOTSTRAP_API_KEY: `svc_${'A'.repeat(48)}` } },
      says: '48 hexadecimal characters in lower case',
    },
    {
      name: 'an engine of a later version',
      sources: { environment: { SVC_REDIS_URL: 'redis://r' } },
      says: 'Redis is not available in this version',
    },
    {
      name: 'a bucket without keys',
      sources: { environment: { SVC_BLOB_URL: 's3://b?region=eu-1' } },
      says: 'SVC_BLOB_URL from environment must contain an access key and its secret',
    },
    {
      name: 'the writing assistant',
      sources: { environment: { SVC_AI_MODEL: 'm' } },
      says: 'the writing assistant is not available in this version',
    },
  ]
  for (const { name, sources, says } of cases) test(name, () => expect(problemsOf(sources)).toContain(says))

  test('a secret is never repeated in a message', () => {
    expect(problemsOf({ environment: { SVC_SECRET: 'tiny', SVC_DATABASE_URL: 'mysql://u:hunter2@h/d' } })).not.toMatch(
      /tiny|hunter2/,
    )
  })
  test('all problems are reported at once', () => {
    expect(problemsOf({ environment: { SVC_PORT: 'x', SVC_PLAN: 'y', SVC_NOPE: 'z' } }).split('\n')).toHaveLength(3)
  })
})

describe('reporting', () => {
  test('the report says where a value came from and hides secrets', () => {
    const env = { SVC_PORT: '4000', SVC_DATABASE_URL: 'postgres://u:hunter2@h/d' }
    const rows = describeConfig(traceConfig({ environment: env, flags: new Map([['SVC_PLAN', 'pro']]) }).origins)
    const row = (name: string) => rows.find((each) => each.name === name)
    expect(row('SVC_PORT')).toEqual({ name: 'SVC_PORT', value: '4000', origin: 'environment' })
    expect(row('SVC_PLAN')).toEqual({ name: 'SVC_PLAN', value: 'pro', origin: 'flag --plan' })
    expect(row('SVC_HOST')).toEqual({ name: 'SVC_HOST', value: '127.0.0.1', origin: 'default' })
    expect(JSON.stringify(rows)).not.toContain('hunter2')
  })
  test('the help lists every setting with flag and default', () => {
    const help = settingsHelp()
    for (const row of settingsTable()) expect(help).toContain(`${row.name} | ${flagOf(row.name)} ${row.form}`)
    expect(help).toContain('[3009]')
  })
})
