/** The way from an editor to the real service, in process, over a network that loses, delays and refuses. */
import { createApi } from '../../../src/editor/bridge/api.ts'
import type { EditorApi } from '../../../src/editor/bridge/index.ts'
import { createRequests } from '../../../src/editor/bridge/request.ts'
import type { Random } from '../../support/random.ts'
import type { TestService } from '../../support/service.ts'
import { type Host, tokenOf } from '../../surfaces/plugin/host.ts'

/** What becomes of one request. */
export type Fault =
  /** It does not arrive. */
  | 'lost'
  /** It is done, and its response does not arrive. */
  | 'answerLost'
  /** It is done, and its response is cut off. */
  | 'answerCut'
  /** It arrives when nobody waits for it any more. */
  | 'late'
  /** The service, or a proxy before it, has no space. */
  | 'busy'
  /** It is done, and a proxy says that it does not know. */
  | 'badGateway'

export interface Network {
  readonly api: EditorApi
  /** Faults of the next requests, in this order; then each is rendered by `chance`. */
  next: Fault[]
  /** Of a request to meet a fault that is rendered at random. */
  chance: number
  /** Nothing arrives while it is true. */
  isOffline: boolean
  /** Requests that arrived, by path without the start that all have. */
  readonly arrived: string[]
  readonly counts: Record<Fault | 'offline' | 'requests', number>
  /** Delivers what is late. */
  deliver(): Promise<void>
}

const faults: readonly Fault[] = ['lost', 'answerLost', 'answerCut', 'late', 'busy', 'badGateway']

export interface NetworkOptions {
  service: TestService
  host: Host
  emailId: string
  userId: number
  random: Random
}

/** A session of a user who edits an email; pauses between repetitions take no time. */
export function openNetwork({ service, host, emailId, userId, random }: NetworkOptions): Network {
  const late: (() => Promise<unknown>)[] = []
  const counts = { lost: 0, answerLost: 0, answerCut: 0, late: 0, busy: 0, badGateway: 0, offline: 0, requests: 0 }

  async function ask(path: string, init: RequestInit): Promise<Response> {
    counts.requests++
    const arrive = () => {
      network.arrived.push(path.replace('/v1/plugin', ''))
      const { signal: _, ...rest } = init
      return service.handle(new Request(`http://localhost${path}`, rest))
    }
    if (network.isOffline) {
      counts.offline++
      throw new TypeError('Failed to fetch')
    }
    const fault = network.next.shift() ?? (random.next() < network.chance ? random.pick(faults) : undefined)
    if (fault !== undefined) counts[fault]++
    switch (fault) {
      case 'late':
        late.push(arrive)
        throw new TypeError('Failed to fetch')
      case 'lost':
        throw new TypeError('Failed to fetch')
      case 'busy':
        return new Response('{}', { status: 503, headers: { 'retry-after': '1' } })
      case 'answerLost':
        await arrive()
        throw new TypeError('Failed to fetch')
      case 'answerCut':
        await arrive()
        return new Response('{"revis')
      case 'badGateway':
        await arrive()
        return new Response('<html>Bad gateway', { status: 502 })
      default:
        return arrive()
    }
  }

  const requests = createRequests({
    pluginId: host.pluginId,
    emailId,
    getAuthToken: async () => tokenOf(host, { userId }),
    onAuthExpired: () => undefined,
    fetch: ask,
    wait: () => Promise.resolve(),
  })
  const network: Network = {
    api: createApi(requests),
    next: [],
    chance: 0,
    isOffline: false,
    arrived: [],
    counts,
    async deliver() {
      for (const arrive of late.splice(0)) await arrive()
    },
  }
  return network
}
