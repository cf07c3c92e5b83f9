/** A service with mail servers and DNS on loopback, some of them hostile, and clients of both eras of the protocol for it. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as HandshakeClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HandshakeTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { cleanUp } from '../../support/clean-up.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { startMxFarm } from '../../support/mx-farm.ts'
import { type TestService, startService } from '../../support/service.ts'
import type { Dialect } from '../../../src/platform/storage/index.ts'
import { injections } from './injections.ts'

export const eras = ['2025-11-25', '2026-07-28'] as const
export type Era = (typeof eras)[number]

/** The result of a call, as both clients return it. */
export interface Called {
  content: { type: string; text?: string; data?: string; mimeType?: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
}

export interface AgentClient {
  tools(): Promise<{ name: string; outputSchema?: object | undefined }[]>
  call(name: string, args?: Record<string, unknown>): Promise<Called>
}

export interface World {
  service: TestService
  /** Connects a client of this era with a key. */
  connect(era: Era, key?: string, query?: string): Promise<AgentClient>
}

export async function startWorld(dialect: Dialect): Promise<World> {
  const farm = startMxFarm(1, {
    manner: () => ({ answers: { 'RCPT TO:<evil': `550 5.1.1 ${injections[0]?.replace(/[^\x20-\x7e]/g, '?')}` } }),
  })
  const dns = await startDnsServer(
    (name, type) => zoneOf(farm.hosts[0]?.address ?? '')[`${type} ${name}`] ?? absent(name),
  )
  const service = await startService({
    dialect,
    environment: {
      SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      SVC_NET_ALLOW: '127.0.0.0/8',
      SVC_VERIFY_SMTP_PORT: String(farm.port),
      SVC_VERIFY_HELO: 'verify.example.org',
      SVC_VERIFY_RATE: '100000/1',
      SVC_VERIFY_LOOKUPS: 'false',
    },
  })
  return { service, connect: (era, key = service.keys.a, query = '') => connectors[era](service, key, query) }
}

type Connect = (service: TestService, key: string, query: string) => Promise<AgentClient>

const info = { name: 'test', version: '1' }

function optionsFor(service: TestService, key: string) {
  return {
    requestInit: { headers: { 'svc-api-auth': key } },
    fetch: (url: string | URL, init?: RequestInit) => service.handle(new Request(url, init)),
  }
}

const connectors: Record<Era, Connect> = {
  async '2025-11-25'(service, key, query) {
    const client = new HandshakeClient(info)
    // The library's own types differ only in optional members.
    await client.connect(
      new HandshakeTransport(new URL(`http://localhost/mcp${query}`), optionsFor(service, key)) as never,
    )
    cleanUp(() => client.close())
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Called,
    }
  },
  async '2026-07-28'(service, key, query) {
    const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new ModernTransport(new URL(`http://localhost/mcp${query}`), optionsFor(service, key)))
    cleanUp(() => client.close())
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Called,
    }
  },
}

function zoneOf(address: string): Record<string, ZoneAnswer> {
  const txt = (...texts: string[]): ZoneAnswer => ({ records: texts.map((data) => ({ type: 'TXT', data })) })
  return {
    'MX good.test': { records: [{ type: 'MX', data: { preference: 10, exchange: 'mx.good.test' } }] },
    'A mx.good.test': { records: [{ type: 'A', data: address }] },
    'TXT good.test': txt('v=spf1 mx -all'),
    'TXT _dmarc.good.test': txt('v=DMARC1; p=none; rua=mailto:reports@good.test'),
    'MX hostile.test': { records: [{ type: 'MX', data: { preference: 10, exchange: 'mx.good.test' } }] },
    'TXT hostile.test': txt(`v=spf1 ${injections.join(' ')}`.slice(0, 200)),
    'TXT _dmarc.hostile.test': txt(`v=DMARC1; p=${injections[1] ?? ''}`),
    'TXT _smtp._tls.hostile.test': txt(`v=TLSRPTv1; rua=${injections[2] ?? ''}`),
  }
}

function absent(name: string): ZoneAnswer {
  return /(?:^|\.)(?:good|hostile)\.test$/.test(name) ? { soa: 60 } : { rcode: 'NXDOMAIN', soa: 60 }
}
